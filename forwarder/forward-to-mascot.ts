/**
 * The hook command: takes one hook payload from stdin and hands it to the app (DESIGN §7, specification 1 §3).
 *   node forward-to-mascot.mjs < payload.json                          by hand, speaks on stderr
 *   node forward-to-mascot.cjs --home <abs> --event <Event> < …        as installed, silent
 *   … --launch < spool file                                            the same, for an event that is kept already
 */
import { parseArguments } from "./hook/arguments.ts";
import { runByHand } from "./hook/run-by-hand.ts";
import { runInstalled } from "./hook/run-installed.ts";

const args = parseArguments(process.argv.slice(2));
void (args.installed ? runInstalled(args) : runByHand(args));
