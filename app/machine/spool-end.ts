/** The app and the relay know a whole file of the spool by the same signs, and cut one that is too large alike. */
export { textOfFile } from "../../forwarder/hook/spool-end.ts";
