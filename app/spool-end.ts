/** The app and the relay know a whole file of the spool by the same signs. */
export { ENDS_BYTES, isUnderWay, withoutEnd } from "../forwarder/hook/spool-end.ts";
