/** Creating, starting and ending ports: looked at by the rules, told as events, and answered with what came of it. */
import type { PortAnswer, PortCreate, PortEnd, PortRef, PortRefusal, PortStart } from "../../schemas/generated/types.ts";
import { freedBy, waitsFor } from "../domain/ports/dependencies.ts";
import type { PortCreatedPayload, PortEndedPayload, PortStartedPayload } from "../domain/event-payloads.ts";
import type { PortRecord } from "../domain/ports/port.ts";
import { portTitle } from "../domain/ports/port-id.ts";
import { changesByStart, refusedCreation, refusedEnd, refusedId, refusedStart } from "../domain/ports/rules.ts";
import { isFullPath } from "../machine/inside.ts";
import type { PortOutcomeOf } from "../ports-parts.ts";
import type { Book } from "./book.ts";

/** An event of a port, before it is one of the log. */
export type PortTold = { session_id?: string } & (
  | { event_type: "port_created"; payload: PortCreatedPayload }
  | { event_type: "port_started"; payload: PortStartedPayload }
  | { event_type: "port_ended"; payload: PortEndedPayload }
  | { event_type: "dependency_resolved"; payload: { port_id: string; project_dir: string; title: string; resolved_by: string } }
);

export interface OrdersOptions {
  book: Book;
  /** Milliseconds, of the clock that the book's times are by. */
  now(): number;
  /** Written together or not at all, and in the book when it resolves. @returns ids of the events; null when they could not be written */
  tell(events: readonly PortTold[]): Promise<string[] | null>;
  mask(text: string): string;
  /** Of a folder. */
  projectOf(folder: string): Promise<string>;
  /** Edits heard so far are in the table. */
  editsSettled(): Promise<void>;
}

type Outcome = PortOutcomeOf<PortAnswer>;
export type Found = { port: PortRecord } | { refused: PortRefusal };

export interface Orders {
  create(order: PortCreate): Promise<Outcome>;
  start(order: PortStart): Promise<Outcome>;
  end(order: PortEnd): Promise<Outcome>;
  find(ref: PortRef): Promise<Found>;
  /** @returns null for what names none */
  projectOf(where: Where): Promise<string | null>;
}

interface Where {
  project?: string;
  cwd?: string;
}

const NO_PROJECT: PortRefusal = { error: "no_project", message: "Which project? Give its folder (absolute) as project or cwd." };
const NOT_STORED: PortRefusal = { error: "not_stored", message: "It could not be written down; nothing was changed." };

export function createOrders(options: OrdersOptions): Orders {
  return new OrdersOfPorts(options);
}

class OrdersOfPorts implements Orders {
  constructor(private readonly options: OrdersOptions) {}

  async create(order: PortCreate): Promise<Outcome> {
    const { book, mask } = this.options;
    const { id } = order;
    const dependsOn = [...new Set(order.depends_on ?? [])];
    for (const one of [id, ...dependsOn]) {
      const refused = refusedId(one) ?? this.refusedSecret(one);
      if (refused !== null) return { refused };
    }
    const project = await this.projectOf(order);
    if (project === null) return { refused: NO_PROJECT };
    const refused = refusedCreation(id, dependsOn, book.ofProject(project));
    if (refused !== null) return { refused };
    const payload: PortCreatedPayload = { port_id: id, project_dir: project, title: mask(portTitle(order.title, id)), priority: order.priority ?? "normal", depends_on: dependsOn };
    return this.told(project, id, [{ event_type: "port_created", payload, ...(order.session_id === undefined ? {} : { session_id: order.session_id }) }]);
  }

  async start(order: PortStart): Promise<Outcome> {
    const found = await this.find(order);
    if ("refused" in found) return found;
    const { port } = found;
    const session = order.session_id ?? null;
    const force = order.force === true;
    const ports = this.options.book.ofProject(port.project);
    const refused = refusedStart(port, session, force, ports);
    if (refused !== null) return { refused };
    if (!changesByStart(port, session, force)) return this.unchanged(port);
    const waits = waitsFor(port.depends_on, ports);
    const payload: PortStartedPayload = {
      ...subject(port), ...(waits.length === 0 ? {} : { waits_for: waits }), ...(port.state === "running" && port.session_id !== null ? { taken_from: port.session_id } : {}),
    };
    return this.told(port.project, port.id, [{ event_type: "port_started", payload, ...(session === null ? {} : { session_id: session }) }]);
  }

  async end(order: PortEnd): Promise<Outcome> {
    const outcome = order.outcome ?? "done";
    const found = await this.find(order);
    if ("refused" in found) return found;
    const { port } = found;
    const refused = refusedEnd(port, outcome);
    if (refused !== null) return { refused };
    if (port.state === outcome) return this.unchanged(port);
    await this.options.editsSettled();
    const freed = outcome === "paused" ? [] : freedBy(port.id, this.options.book.ofProject(port.project));
    const span = port.running_since === null ? {} : { span_ms: Math.max(0, Math.round(this.options.now() - port.running_since)) };
    const session = port.session_id === null ? {} : { session_id: port.session_id };
    return this.told(port.project, port.id, [{ event_type: "port_ended", payload: { ...subject(port), outcome, ...span }, ...session }, ...freed.map((id) => this.resolved(port, id))], freed);
  }

  async find(ref: PortRef): Promise<Found> {
    const refused = refusedId(ref.id);
    if (refused !== null) return { refused };
    const named = ref.project ?? ref.cwd;
    const project = named === undefined ? null : await this.projectOf(ref);
    if (named !== undefined && project === null) return { refused: NO_PROJECT };
    const ports = this.options.book.all().filter((port) => port.id === ref.id && (project === null || port.project === project));
    if (ports.length > 1) return { refused: { error: "ambiguous", message: `Several projects have a port ${ref.id}: give the folder as project or cwd.` } };
    return ports[0] === undefined ? { refused: { error: "unknown_port", message: `There is no port ${ref.id} here.` } } : { port: ports[0] };
  }

  async projectOf({ project, cwd }: Where): Promise<string | null> {
    const folder = project ?? cwd;
    if (folder === undefined || !isFullPath(folder)) return null;
    return this.options.mask(await this.options.projectOf(folder));
  }

  /** What masking would change could not be found again under its name. */
  private refusedSecret(id: string): PortRefusal | null {
    return this.options.mask(id) === id ? null : { error: "secret_id", message: "This id looks like a key or a password: choose another." };
  }

  private resolved(by: PortRecord, id: string): PortTold {
    const { title } = this.options.book.ofProject(by.project).get(id) as PortRecord;
    return { event_type: "dependency_resolved", payload: { port_id: id, project_dir: by.project, title, resolved_by: by.id } };
  }

  private async told(project: string, id: string, events: readonly PortTold[], freed: string[] = []): Promise<Outcome> {
    const event_ids = await this.options.tell(events);
    const port = this.options.book.ofProject(project).get(id);
    if (event_ids === null || port === undefined) return { refused: NOT_STORED };
    return { done: this.answer(port, { changed: true, event_ids, freed }) };
  }

  private unchanged(port: PortRecord): Outcome {
    return { done: this.answer(port, { changed: false, event_ids: [], freed: [] }) };
  }

  private answer(port: PortRecord, rest: Pick<PortAnswer, "changed" | "event_ids" | "freed">): PortAnswer {
    const { book, now } = this.options;
    const known = book.ofProject(port.project);
    return { ok: true, ...rest, port: book.summary(port, now()), unknown: port.depends_on.filter((id) => !known.has(id)) };
  }
}

const subject = ({ id, project, title }: PortRecord) => ({ port_id: id, project_dir: project, title });
