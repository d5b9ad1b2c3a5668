/** A desktop entry for the autostart folder. Pure. @param command the program, absolute, and its arguments */
export function autostartEntry(command: readonly string[]): string {
  return ["[Desktop Entry]", "Type=Application", "Name=Agent Mascot", `Exec=${command.map(execWord).join(" ")}`, "X-GNOME-Autostart-enabled=true", "Terminal=false", ""].join("\n");
}

/** Quoting of the Exec key: inside quotes `"`, `` ` ``, `$` and `\` are escaped, then every backslash once more as in any string value; `%` begins a field code. */
function execWord(word: string): string {
  const plain = word.replaceAll("%", "%%");
  if (/^[A-Za-z0-9_\-./:%]+$/.test(word)) return plain;
  return `"${plain.replace(/["`$\\]/g, "\\$&")}"`.replaceAll("\\", "\\\\");
}
