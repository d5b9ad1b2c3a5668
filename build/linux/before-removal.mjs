/**
 * The script that a package runs before its files go, made from the one that runs after: the program is still there, and its link is the package's own.
 * @param {string} afterRemoval
 */
export function beforeRemoval(afterRemoval) {
  const head = "#!/bin/sh\n# Before the files go, in an upgrade too: ends every running Agent Mascot, of whatever person.\nset -e\nprogram=/usr/lib/agent-mascot/agent-mascot\n";
  return head + afterRemoval.slice(afterRemoval.indexOf("\nrunning() {"));
}
