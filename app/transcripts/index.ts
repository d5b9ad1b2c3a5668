/** What clients keep of their sessions themselves, as assembly/ takes it in. */
export type { Fact } from "./facts.ts";
export { extractLastAssistantResponse } from "./extract-response.ts";
export { openTranscripts } from "./thread-source.ts";
export { createTranscripts, type Transcripts, type TranscriptsDependencies } from "./transcripts.ts";
