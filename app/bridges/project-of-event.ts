/** The project of an event whose session the conversation does not know yet: by its folder. '' when it names none. */
export async function projectOfEvent(payload: unknown, projectOf: (folder: string) => Promise<string>): Promise<string> {
  const { cwd, project_dir } = (payload ?? {}) as { cwd?: string; project_dir?: string };
  const folder = cwd || project_dir || "";
  return folder === "" ? "" : projectOf(folder);
}
