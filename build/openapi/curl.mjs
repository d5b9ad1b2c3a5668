// A route as a command that a person can run. Pure.

/** @typedef {import("./document.mjs").Route} Route */

/**
 * Over the socket, which needs no token.
 * @param {Route} route
 */
export function curlOf({ method, path, stream, example = {} }) {
  const { params = {}, query = {}, body } = example;
  const filled = path.replace(/:(\w+)/g, (_all, name) => encodeURIComponent(params[name] ?? name));
  const words = ["curl", ...(stream ? ["-N"] : []), "--unix-socket", "~/.agent-mascot/mascot.sock"];
  if (method === "POST") words.push(...(body === undefined ? ["-X", "POST"] : ["-H", quoted("Content-Type: application/json"), "-d", quoted(JSON.stringify(body))]));
  const pairs = Object.entries(query);
  if (method === "GET" && pairs.length > 0) words.push("-G", ...pairs.flatMap(([name, value]) => ["--data-urlencode", quoted(`${name}=${value}`)]));
  return [...words, `http://localhost${filled}`].join(" ");
}

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
