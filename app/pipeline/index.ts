/** The road of an event, as main.ts puts it together: world keeper, then pipeline, then what watches from inside. */
export { HEARTBEAT_EVERY_MS, startHeartbeat } from "./heartbeat.ts";
export { createPipeline, NOT_RECORDING, type PipelineDependencies } from "./pipeline.ts";
export { startProcessWatch } from "./process-watch.ts";
export { createWorldKeeper, type WorldKeeper } from "./world-keeper.ts";
