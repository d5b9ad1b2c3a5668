/** What clients keep of their sessions themselves, as main.ts puts it together. */
export type { Fact } from "./facts.ts";
export { extractLastAssistantResponse } from "./extract-response.ts";
export { openTranscripts } from "./thread-source.ts";
export { createTranscripts, type Transcripts, type TranscriptsDependencies } from "./transcripts.ts";
