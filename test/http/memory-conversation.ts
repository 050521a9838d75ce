import type { Raise } from "../../src/domain/budget.ts";
import type { ConversationRecord, PostedMessage, RunRecord } from "../../src/domain/conversation.ts";
import { failure } from "../../src/domain/errors.ts";
import type { EventBody, RunEvent } from "../../src/domain/events.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import type { Resource } from "../../src/domain/resources.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import { apply } from "../../src/domain/run/apply.ts";
import { type RunState, statusOf } from "../../src/domain/run/state.ts";
import { selectionOptionsOf } from "../../src/domain/selection.ts";
import type { Delivery, DeliveryState } from "../../src/domain/webhooks/delivery.ts";
import type { ConversationRpc, DryRunMessage } from "../../src/rpc/index.ts";
import type { PlanJob } from "../../src/run/index.ts";
import { START_AT } from "./start-at.ts";

interface MemoryRun {
  readonly message: PostedMessage;
  readonly events: RunEvent[];
  state: RunState | null;
}

/** A conversation whose runs do what a test records in them. */
export class MemoryConversation implements ConversationRpc {
  readonly part: string;
  readonly runs = new Map<string, MemoryRun>();
  readonly resources: Resource[] = [];
  readonly asked: { readonly what: string; readonly run: string; readonly more?: unknown }[] = [];
  readonly dryRuns: DryRunMessage[] = [];
  readonly cancelledStreams: string[] = [];
  /** What its webhooks were told, newest first. */
  readonly told: Delivery[] = [];
  removed = false;
  /** What the next post answers instead, or throws; one after the other. */
  readonly refuses: (Result<RunRecord> | Error)[] = [];
  /** What runs do by themselves once they are posted. */
  script: readonly EventBody[] = [];

  constructor(part: string) {
    this.part = part;
  }

  async post(message: PostedMessage): Promise<Result<RunRecord>> {
    const refused = this.refuses.shift();
    if (refused instanceof Error) throw refused;
    if (refused) return refused;
    if (!this.runs.has(message.run)) {
      this.runs.set(message.run, { message, events: [], state: null });
      for (const one of message.attached) if (one.by === "adoption") this.resources.push(one.resource);
      const { run, text, approval, budget, answerFormat, tools } = message;
      const data = {
        ...{ run, text, approval, budget, attached: this.resources },
        ...selectionOptionsOf(message),
        ...(answerFormat ? { answerFormat } : {}),
        ...(tools ? { tools } : {}),
      };
      this.record(run, { type: "run-start", data });
      for (const event of this.script) this.record(run, event);
    }
    return this.run(message.run);
  }

  /** Adds a fact to the log of a run. */
  record(run: string, body: EventBody): void {
    const known = this.runs.get(run);
    if (!known) throw new Error(`There is no run ${run}`);
    const seq = known.events.length + 1;
    const event: RunEvent = { ...body, seq, at: START_AT + seq };
    known.events.push(event);
    known.state = apply(known.state, event);
  }

  async dryRunJob(message: DryRunMessage): Promise<Result<PlanJob>> {
    this.dryRuns.push(message);
    const { text, plan, attached } = message;
    const urls = attached.flatMap((one) => (one.by === "url" ? [one.url] : []));
    const given = plan === undefined ? null : ({ as: "wire", json: plan } as const);
    const found = { attached: [], urls, log: [], known: this.resources };
    return ok({ do: "plan", text, given, ...found, ...selectionOptionsOf(message) });
  }
  async read(): Promise<Result<ConversationRecord>> {
    if (this.runs.size === 0 || this.removed) return NOT_FOUND;
    const runs = [...this.runs.keys()].map((run) => this.#record(run)).filter((run) => run !== null);
    const log = runs.map((run) => ({
      role: "user" as const,
      text: run.text,
      run: run.id,
      at: START_AT,
      resources: [],
    }));
    const summaries = runs.map(({ id, text, createdAt, state }) => ({
      id,
      text,
      createdAt,
      status: state ? statusOf(state) : ("planning" as const),
    }));
    return ok({ id: this.part, createdAt: START_AT, log, runs: summaries, resources: this.resources });
  }
  async deliveries(run: string, state: DeliveryState | null): Promise<Result<readonly Delivery[]>> {
    if (!this.runs.has(run)) return NOT_FOUND;
    return ok(this.told.filter((one) => one.run === run && (state === null || one.state === state)));
  }
  async replay(own: string): Promise<Result<Delivery>> {
    const found = this.told.find((one) => one.own === own);
    return found ? ok({ ...found, state: "pending", nextTryAt: START_AT, endedAt: null, tries: 0 }) : NOT_FOUND;
  }
  async remove(): Promise<void> {
    this.removed = true;
    this.runs.clear();
  }
  async goIfEmpty(): Promise<boolean> {
    return this.runs.size === 0;
  }
  async run(run: string): Promise<Result<RunRecord>> {
    const record = this.#record(run);
    return record ? ok(record) : NOT_FOUND;
  }
  async waitForEnd(run: string, timeoutMs: number): Promise<Result<RunRecord>> {
    this.asked.push({ what: "wait", run, more: timeoutMs });
    return this.run(run);
  }
  async events(run: string, afterSeq: number): Promise<Result<ReadableStream<Uint8Array>>> {
    const known = this.runs.get(run);
    if (!known) return NOT_FOUND;
    this.asked.push({ what: "events", run, more: afterSeq });
    const lines = known.events.filter((event) => event.seq > afterSeq).map((event) => `${JSON.stringify(event)}\n`);
    // Cut where it hurts: a heartbeat first, then the log byte for byte in chunks of seven.
    const bytes = new TextEncoder().encode(`\n${lines.join("")}`);
    const ended = known.state?.end !== null;
    let at = 0;
    return ok(
      new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            if (at < bytes.length) controller.enqueue(bytes.slice(at, at + 7));
            else if (ended) controller.close();
            at += 7;
          },
          cancel: () => void this.cancelledStreams.push(run),
        },
        { highWaterMark: 0 },
      ),
    );
  }
  approve(run: string, more: { planVersion: number; decision: "approve" | "reject"; plan?: JsonValue }) {
    return this.#ask("approve", run, more);
  }
  cancel(run: string) {
    return this.#ask("cancel", run);
  }
  pause(run: string) {
    return this.#ask("pause", run);
  }
  resume(run: string, raise?: Raise) {
    return this.#ask("resume", run, raise);
  }

  async #ask(what: string, run: string, more?: unknown): Promise<Result<RunRecord>> {
    this.asked.push({ what, run, ...(more === undefined ? {} : { more }) });
    return this.run(run);
  }

  #record(run: string): RunRecord | null {
    const known = this.runs.get(run);
    if (!known) return null;
    const { message, state } = known;
    return { id: run, conversation: this.part, text: message.text, createdAt: START_AT, queuePosition: 0, state };
  }
}

const NOT_FOUND = err(failure("not-found", "There is no such run or conversation"));
