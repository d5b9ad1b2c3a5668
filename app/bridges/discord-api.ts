/** Where Discord's API is. */

export const DISCORD_API = "https://discord.com/api";

/** `MASCOT_DISCORD_API`, for trials: on this computer alone, so that no token goes elsewhere by it. */
export function discordApi(env: Readonly<Record<string, string | undefined>>): string {
  const wish = env["MASCOT_DISCORD_API"] ?? "";
  return /^http:\/\/127\.0\.0\.1:\d{1,5}\/api$/.test(wish) ? wish : DISCORD_API;
}
