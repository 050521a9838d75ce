import { env } from "cloudflare:workers";
import type {
  AddedModel,
  Admission,
  Admitted,
  Adoption,
  Booking,
  ConversationIndexEntry,
  ConversationRpc,
  Prospect,
  TenantRpc,
} from "../../durable-objects/rpc.ts";
import { createCatalogue } from "../../src/catalogue/index.ts";
import { readConfig } from "../../src/config.ts";
import type { Raise } from "../../src/domain/budget.ts";
import type { CastingFacts } from "../../src/domain/casting-facts.ts";
import type { ConversationRecord, PostedMessage, RunRecord } from "../../src/domain/conversation.ts";
import { failure } from "../../src/domain/errors.ts";
import type { EventBody, RunEvent } from "../../src/domain/events.ts";
import { createIds } from "../../src/domain/ids.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import { type KeyLimits, type KnownKey, type NewKey, UNKNOWN_KEY, UNLIMITED } from "../../src/domain/key-limits.ts";
import type { OwnModel, SealedOwnModel } from "../../src/domain/own-models.ts";
import type { Resource, ResourceId } from "../../src/domain/resources.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import { apply } from "../../src/domain/run/apply.ts";
import { type RunState, statusOf } from "../../src/domain/run/state.ts";
import { castingOf } from "../../src/domain/selection.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import type { Delivery, DeliveryState } from "../../src/domain/webhooks/delivery.ts";
import { createUrlImporter } from "../../src/resources/import-url.ts";
import { lookAtUrl } from "../../src/resources/look-at-url.ts";
import { createR2Store } from "../../src/resources/r2-store.ts";
import { vetUrl } from "../../src/resources/safe-fetch.ts";
import type { PlanJob } from "../../src/run/index.ts";
import { createSealer } from "../../src/secrets/seal.ts";
import { createControllers } from "../../src/wiring/controllers.ts";
import { createProspects } from "../../src/wiring/prospects.ts";
import type { Wiring } from "../../src/wiring.ts";
import { MemoryWebhooks } from "./webhooks/memory-webhooks.ts";

/** Everything that a test needs to play both objects: what they were told, and what they are to answer. */
export interface Backstage {
  readonly wiring: Wiring;
  readonly tenants: Map<string, MemoryTenant>;
  readonly conversations: Map<string, MemoryConversation>;
  tenant(name: string): MemoryTenant;
  conversation(tenant: string, part: string): MemoryConversation;
  /** What was to be foreseen, and whether with a token of Hugging Face. */
  readonly foreseen: { readonly job: PlanJob; readonly hasHfToken: boolean | undefined }[];
}

export const START_AT = Date.UTC(2026, 10, 1, 12);

/** @param variables of the deployment, besides those that every one has */
export function createBackstage(auth: "keys" | "open" = "keys", variables: object = {}): Backstage {
  const config = readConfig({
    ...variables,
    AUTH: auth,
    IMPRESARIO_SECRET: "a secret of the tests, long enough to be one",
    FETCH_ALLOW_HOSTS: "127.0.0.1:9999",
  });
  const ids = createIds(config.secret);
  const resources = createR2Store(env.RESOURCES, ids, Date.now);
  const tenants = new Map<string, MemoryTenant>();
  const conversations = new Map<string, MemoryConversation>();
  const tenant = (name: string): MemoryTenant => {
    const known = tenants.get(name) ?? new MemoryTenant();
    tenants.set(name, known);
    return known;
  };
  const conversation = (owner: string, part: string): MemoryConversation => {
    const name = `${owner}:${part}`;
    const known = conversations.get(name) ?? new MemoryConversation(part);
    conversations.set(name, known);
    return known;
  };
  const fetching = {
    allowHosts: config.fetchAllowHosts,
    resolve: async () => ["93.184.216.34"],
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
  };
  const ontology = createOntology();
  const endpoint = {
    provider: "custom",
    model: "a/expert",
    taskType: "summarization",
    description: "Sums up",
    licence: "MIT",
    grade: "full",
  } as const;
  const catalogue = createCatalogue({
    bucket: env.RESOURCES,
    now: Date.now,
    endpoints: () => [endpoint],
    factsOf: (name) => tenant(name).castingFacts(),
    isOn: () => false,
  });
  const foreseen: Backstage["foreseen"] = [];
  const controllers = createControllers(config.controllers, { before: async () => null });
  const foresee = createProspects({
    controllers,
    planning: ({ tenant: name, ...caller }, wishes) => ({
      ontology,
      controller: controllers.for({ tenant: name, ...caller }, wishes),
      cast: () => catalogue.cast(name),
    }),
    prices: async () => [],
    lookAt: (url, ended) => lookAtUrl(url, fetching, Date.now, ended),
  });
  const wiring: Wiring = {
    config,
    ids,
    ontology,
    tools: { ready: async () => undefined, states: () => [] },
    resources,
    urls: createUrlImporter({ store: resources, ...fetching }),
    catalogue,
    controllerChoice: controllers.choice,
    ready: async () => undefined,
    sealer: createSealer(config.secret),
    vetUrl: (url, signal) => vetUrl(url, fetching, signal),
    providers: [
      {
        name: "custom",
        endpoints: () => [endpoint],
        call: () => Promise.reject(new Error("nothing is called here")),
      },
    ],
    conversation,
    tenant,
    asset: async () => new Blob(["an asset"]).stream(),
    findAsset: async () => null,
    foresee: (name, job, signal, hasHfToken) => {
      foreseen.push({ job, hasHfToken });
      return foresee(name, job, signal);
    },
  };
  return { wiring, tenants, conversations, tenant, conversation, foreseen };
}

/** A tenant as its object keeps it, without limits. */
export class MemoryTenant extends MemoryWebhooks implements TenantRpc {
  readonly admissions: Admission[] = [];
  readonly endedRuns: string[] = [];
  /** The keys whose calls were counted though they were no runs. */
  readonly metered: string[] = [];
  /** Idempotency keys whose requests were cancelled before they came. */
  readonly forestalled = new Set<string>();
  readonly index: ConversationIndexEntry[] = [];
  readonly announced: ResourceId[] = [];
  readonly uploads = new Map<ResourceId, Resource>();
  readonly adoptions = new Map<ResourceId, Set<string>>();
  readonly revoked = new Set<string>();
  readonly known = new Map<string, KnownKey>();
  readonly models: SealedOwnModel[] = [];
  revocationChecks = 0;
  /** What the next admission answers instead. */
  refuses: Result<Admitted> | null = null;

  async admit(admission: Admission): Promise<Result<Admitted>> {
    if (this.refuses) return this.refuses;
    const { idempotency } = admission;
    if (idempotency && this.forestalled.has(idempotency.key)) return err(failure("cancelled", "It was cancelled"));
    const known = idempotency && this.admissions.find((one) => one.idempotency?.key === idempotency.key);
    if (known && known.idempotency?.fingerprint !== idempotency.fingerprint) {
      return err(failure("idempotency-mismatch", "This Idempotency-Key was used for another request"));
    }
    if (!known) this.admissions.push(admission);
    const { conversation, run } = known ?? admission;
    return ok({ conversation, run, replay: known !== undefined });
  }
  async findBooking(key: string): Promise<Booking | null> {
    const known = this.admissions.find(({ idempotency }) => idempotency?.key === key);
    return known ? { conversation: known.conversation, run: known.run } : null;
  }
  async forestall(key: string): Promise<Booking | null> {
    const booked = await this.findBooking(key);
    if (!booked) this.forestalled.add(key);
    return booked;
  }
  async meter(keyId: string): Promise<Result<null>> {
    this.metered.push(keyId);
    return this.refuses && !this.refuses.ok ? this.refuses : ok(null);
  }
  async runEnded(run: string): Promise<void> {
    this.endedRuns.push(run);
  }
  async openConversation(id: string, title: string): Promise<void> {
    if (this.index.every((entry) => entry.id !== id))
      this.index.push({ place: this.index.length + 1, id, createdAt: START_AT + this.index.length, title });
  }
  async findConversation(id: string): Promise<ConversationIndexEntry | null> {
    return this.index.find((entry) => entry.id === id) ?? null;
  }
  async listConversations(limit: number, before: number | null): Promise<readonly ConversationIndexEntry[]> {
    return this.index
      .filter((entry) => entry.place < (before ?? Number.POSITIVE_INFINITY))
      .toSorted((a, b) => b.place - a.place)
      .slice(0, limit);
  }
  async closeConversation(id: string): Promise<void> {
    const at = this.index.findIndex((entry) => entry.id === id);
    if (at >= 0) this.index.splice(at, 1);
  }
  async announceUpload(id: ResourceId): Promise<void> {
    this.announced.push(id);
  }
  async recordUpload(resource: Resource): Promise<void> {
    this.uploads.set(resource.id, resource);
  }
  async findUpload(id: ResourceId): Promise<Resource | null> {
    return this.uploads.get(id) ?? null;
  }
  async adopt(ids: readonly ResourceId[], conversation: string): Promise<Result<Adoption>> {
    const resources: Resource[] = [];
    for (const id of ids) {
      const upload = this.uploads.get(id);
      if (!upload) return err(failure("not-found", `There is no resource ${id}`));
      resources.push(upload);
    }
    const adopted = ids.filter((id) => !this.adoptions.get(id)?.has(conversation));
    for (const id of adopted) this.adoptions.set(id, (this.adoptions.get(id) ?? new Set()).add(conversation));
    return ok({ resources, adopted });
  }
  async unadopt(ids: readonly ResourceId[], conversation: string): Promise<void> {
    for (const id of ids) this.adoptions.get(id)?.delete(conversation);
  }
  async addKey({ id, name, limits }: NewKey): Promise<Result<null>> {
    const rest = { createdAt: START_AT, usedAt: null, revokedAt: null, spentTodayUsd: 0 };
    this.known.set(id, { id, name, limits, ...rest });
    return ok(null);
  }
  async keys(): Promise<readonly KnownKey[]> {
    return [...this.known.values()];
  }
  async findKey(keyId: string): Promise<KnownKey | null> {
    return this.known.get(keyId) ?? null;
  }
  async limitKey(keyId: string, limits: Partial<KeyLimits>): Promise<KeyLimits> {
    if (!this.known.has(keyId)) await this.addKey({ id: keyId, name: "", limits: UNLIMITED });
    const known = this.known.get(keyId);
    const all = { ...UNLIMITED, ...known?.limits, ...limits };
    if (known) this.known.set(keyId, { ...known, limits: all });
    return all;
  }
  async rotateKey(keyId: string, newId: string, until: number): Promise<Result<KnownKey>> {
    const old = this.known.get(keyId);
    if (!old) return err(UNKNOWN_KEY);
    if (old.revokedAt !== null) return err(failure("conflict", "The key is revoked"));
    const made = { ...old, id: newId, usedAt: null, spentTodayUsd: 0 };
    this.known.set(newId, made);
    await this.revokeKey(keyId, until);
    return ok(made);
  }
  async revokeKey(keyId: string, at = START_AT): Promise<void> {
    const known = this.known.get(keyId);
    if (known) this.known.set(keyId, { ...known, revokedAt: at });
    if (at > Date.now()) return;
    this.revoked.add(keyId);
  }
  async isRevoked(keyId: string): Promise<boolean> {
    this.revocationChecks++;
    return this.revoked.has(keyId);
  }
  async addModel(model: SealedOwnModel): Promise<Result<AddedModel>> {
    const replaced = await this.removeModel(model.endpoint.model, model.endpoint.taskType);
    this.models.push(model);
    return ok({ replaced });
  }
  async removeModel(id: string, taskType: string | null): Promise<boolean> {
    const found = this.models.findIndex(
      ({ endpoint }) => endpoint.model === id && (taskType === null || endpoint.taskType === taskType),
    );
    return found >= 0 && this.models.splice(found, 1).length > 0;
  }
  async ownModels(): Promise<readonly OwnModel[]> {
    return this.models;
  }
  async ownEndpoint(id: string, taskType: string): Promise<SealedOwnModel | null> {
    return this.models.find(({ endpoint }) => endpoint.model === id && endpoint.taskType === taskType) ?? null;
  }
  async castingFacts(): Promise<CastingFacts> {
    return { endpoints: this.models.map(({ endpoint }) => endpoint), health: [] };
  }
}

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
  readonly prospects: Prospect[] = [];
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
      const { run, text, approval, budget } = message;
      const data = { run, text, approval, budget, attached: this.resources, ...castingOf(message) };
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

  async prospect(message: Prospect): Promise<Result<PlanJob>> {
    this.prospects.push(message);
    const { text, plan, attached } = message;
    const urls = attached.flatMap((one) => (one.by === "url" ? [one.url] : []));
    const given = plan === undefined ? null : ({ as: "wire", json: plan } as const);
    const found = { attached: [], urls, log: [], known: this.resources };
    return ok({ do: "plan", text, given, ...found, ...castingOf(message) });
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
