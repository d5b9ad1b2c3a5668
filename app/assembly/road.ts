/** How events come in and where they go: the pipeline, those who follow what is committed, and the transcripts that tell what no hook does. */
import { openSpool } from "../home/spool/spool-thread.ts";
import { createTestEvents } from "../hooks/test-events.ts";
import { collectGarbage, createSpareMemory } from "../machine/spare-memory.ts";
import type { MascotEvent } from "../../schemas/generated/types.ts";
import { createFeed } from "../pipeline/feed.ts";
import { ownDelivery } from "../pipeline/own-events.ts";
import { createPipeline } from "../pipeline/pipeline.ts";
import { collectPagesGarbage } from "../shell/pages-garbage.ts";
import { electronTimers } from "../shell/timers.ts";
import { createTranscripts, openTranscripts } from "../transcripts/index.ts";
import type { openBridges } from "./bridging.ts";
import type { Ground } from "./ground.ts";
import type { Ingest, Program } from "./program.ts";
import type { Recorded } from "./record.ts";
import type { Rules } from "./rules.ts";

export type Road = ReturnType<typeof buildRoad>;

const { after } = electronTimers;

export function buildRoad(program: Program, ground: Ground, record: Recorded, rules: Rules, bridges: ReturnType<typeof openBridges>) {
  const { clock, log, paths, places } = program;
  const { memory, world, ports, derive } = record;
  const { guard, asking, answering } = rules;
  const feed = createFeed(log.withPrefix("feed"));
  const testEvents = createTestEvents();
  const spoolSource = openSpool(paths.spool, places.spoolWorker);
  const apply = (events: MascotEvent[]) => {
    world.apply(events);
    for (const follower of [ports, memory, derive, asking, answering]) follower.noteCommitted(events);
    transcripts.noteEvents(events);
    feed.publish(events);
    bridges.wake();
    spareMemory.noteWork();
  };
  const pipeline = testEvents.before(createPipeline({
    providers: ground.providers, store: memory.recording, notices: ground.notices, clock, log: log.withPrefix("pipeline"), world: { apply },
    answer: async (delivery, events) => (await guard.answer(delivery, events)) ?? (await memory.answer(delivery, events)) ?? answering.hold(delivery, events),
    unanswered: (delivery, events) => void guard.noteUnanswered(delivery, events),
  }));
  const { transcripts, giveBack } = followTranscripts(program, ground, record, (delivery) => pipeline.ingest(delivery));
  const spareMemory = createSpareMemory({
    after,
    giveBack() {
      collectGarbage();
      collectPagesGarbage();
      giveBack();
      spoolSource.giveBack?.();
    },
  });
  // The conversation is written a moment after its events, and so are its rows for bridges.
  memory.door.onGrew(() => bridges.wake());
  return { feed, testEvents, pipeline, transcripts, spoolSource, spareMemory };
}

function followTranscripts({ clock, log, places }: Program, { clientFolders }: Ground, { world, memory, derive }: Recorded, ingest: Ingest) {
  const source = openTranscripts({ configFolders: clientFolders.all }, places.transcriptsWorker);
  const transcripts = createTranscripts({
    source, world, clock, after, log: log.withPrefix("transcripts"),
    onNews(news) {
      memory.noteNews(news);
      derive.noteNews(news);
    },
    deliver: ({ deliveryId, at, ...fact }, session) => void ingest(ownDelivery(clock, deliveryId, { ...session, ...fact }, at)),
  });
  return { transcripts, giveBack: () => source.giveBack?.() };
}
