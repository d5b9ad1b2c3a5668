/**
 * Reads just enough of a TypeScript source for the layer rules: what it imports, its code without comments and strings,
 * and its strings. Not a parser: rules ask simple questions, and a wrong answer shows up as a failing check.
 * @typedef {object} Source
 * @property {string} code       comments removed, string contents emptied
 * @property {string[]} strings  contents of all string and template literals
 * @property {string[]} imports  specifiers of import, export … from, import() and require()
 * @property {string[]} imported  those of them that are loaded with the file itself, not later by a call
 */

/**
 * @param {string} text
 * @returns {Source}
 */
export function readSource(text) {
  const pieces = [...pieceOf(text)];
  const code = pieces.map((piece) => (piece.kind === "code" ? piece.text : piece.kind === "string" ? '""' : " "));
  return {
    code: code.join(""),
    strings: pieces.filter((piece) => piece.kind === "string").map((piece) => piece.text),
    imports: specifiers(pieces, /\b(?:from|import|(?:import|require)\s*\()\s*$/),
    imported: specifiers(pieces, /\b(?:from|import)\s*$/),
  };
}

/** @typedef {{ kind: "code" | "string" | "comment", text: string }} Piece */

// In this order: comments, strings, regular expressions (recognised by what stands before them), anything else.
const token =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`)|(?<regex>(?<=[(,=:[!&|?{};]\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*)|(?<code>[^"'`/]+|[\s\S])/g;

/**
 * @param {string} text
 * @returns {Iterable<Piece>}
 */
function* pieceOf(text) {
  let code = "";
  for (const { groups = {} } of text.matchAll(token)) {
    if (groups.code !== undefined || groups.regex !== undefined) {
      code += groups.code ?? groups.regex;
      continue;
    }
    if (code) yield { kind: "code", text: code };
    code = "";
    if (groups.comment !== undefined) yield { kind: "comment", text: groups.comment };
    else yield { kind: "string", text: (groups.string ?? "").slice(1, -1) };
  }
  if (code) yield { kind: "code", text: code };
}

/**
 * A string is an import when the code before it ends like one.
 * @param {readonly Piece[]} pieces
 * @param {RegExp} ending
 */
function specifiers(pieces, ending) {
  const speaking = pieces.filter((piece) => piece.kind !== "comment");
  return speaking.flatMap((piece, index) => {
    const before = speaking[index - 1];
    return piece.kind === "string" && before?.kind === "code" && ending.test(before.text) ? [piece.text] : [];
  });
}
