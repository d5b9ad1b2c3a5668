/** The app and the hook commands make their folders alike. */
export { makeFolder, makeFolderSoon } from "../../forwarder/make-folder.ts";
