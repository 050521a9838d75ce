import type { KeyHolder } from "../domain/api-key.ts";
import type { ToolOffer } from "../domain/caller-tools.ts";
import {
  type HistoryTurn,
  MAKING_RUN_MS,
  MAX_TITLE_CHARS,
  type PostedTurn,
  type RunRecord,
  recentHistory,
} from "../domain/conversation.ts";
import { failure } from "../domain/errors.ts";
import { partitionFor } from "../domain/partitions.ts";
import type { Plan } from "../domain/plan.ts";
import type { Resource, ResourceId } from "../domain/resources.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { selectionOptionsOf } from "../domain/selection.ts";
import { describeFault } from "../domain/telemetry/fault.ts";
import type { Admission, Admitted, AdmittedDelivery, RegistryRpc } from "../rpc/registry.ts";
import type { ListeningEndpoint } from "../rpc/webhooks.ts";
import { sealHfToken } from "../secrets/seal.ts";
import { thread } from "../thread.ts";
import type { Wiring } from "../wiring.ts";
import { copiesOf } from "./adoptable-files.ts";
import type { AppContext } from "./context.ts";
import { attach, type ConversationName, filesIn, type Pointer, readPointers } from "./pointers.ts";
import { preferredType, preferredWait } from "./request-headers.ts";
import type { MessageBody } from "./schemas/requests.ts";
import { answerFormatOf } from "./schemas/response-format.ts";
import { selectionOptionsFault } from "./selection-options-fault.ts";
import { type ReplyTo, subscribersOf, vetReceiver } from "./webhooks/subscribe.ts";

export interface StartRequest {
  readonly holder: KeyHolder;
  /** Null to open a new one. */
  readonly conversation: ConversationName | null;
  /** The title of a new conversation; the beginning of the message where it is left out. */
  readonly title?: string;
  readonly message: MessageBody;
  /** What was said before, for a new conversation; an existing one has a log of its own. */
  readonly history?: readonly HistoryTurn[];
  /** Stores the files that came with the request, once its run is admitted; `message` lacks them. */
  readonly storeFiles?: () => Promise<MessageWithFiles<MessageBody>>;
  /** A plan to run in place of one that is made, as `PostedMessage` has it. */
  readonly boundPlan?: Plan;
  /** The tools of the caller's own that may be called for it. */
  readonly tools?: ToolOffer | null;
  readonly idempotency: Admission["idempotency"];
  /** What the message was made of, where that was a delivery. */
  readonly delivery?: AdmittedDelivery;
  /** Nobody is there to answer a question back. */
  readonly isUnattended?: true;
  /** The caller's own Hugging Face token, for this run alone. */
  readonly hfToken: string | null;
  /** Of the server, as the owner of the run knows it: the beginning of links in webhooks, which are paths without it. */
  readonly origin?: string;
  /** A further receiver of the run's end, unsigned and in a format of its own; never one that an API caller chose. */
  readonly replyTo?: ReplyTo;
}

/** A message with the files that came with it, by their ids. */
export interface MessageWithFiles<Message> {
  readonly message: Message;
  readonly history?: readonly HistoryTurn[];
}

export interface Started {
  readonly record: RunRecord;
  /** True when the run exists since an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** The message with `onExhausted: "ask"` as default, where the caller waits for the run or is told when it pauses. */
export function withExhaustion(c: AppContext, message: MessageBody): MessageBody {
  const isAttended =
    preferredType(c, ["application/json", "text/event-stream"]) === "text/event-stream" ||
    preferredWait(c.req.header("prefer")) !== null ||
    message.webhook?.events.includes("run.paused");
  if (!isAttended || message.budget.onExhausted !== undefined) return message;
  return { ...message, budget: { ...message.budget, onExhausted: "ask" } };
}

/**
 * Starts a run of a message:
 * 1. checks the options, and the files and URLs that the message refers to;
 * 2. has the tenant admit the run, before anything is fetched or stored;
 * 3. stores the files that came with it, and copies of those of other conversations;
 * 4. posts the message to the conversation.
 * Every step may be repeated, so a request that was cut off is completed by a repeat under the same key.
 */
export const startRun = (wiring: Wiring, request: StartRequest): Promise<Result<Started>> =>
  thread.reply(() => startInTurn(wiring, request), !request.storeFiles && !request.message.webhook);

async function startInTurn(wiring: Wiring, request: StartRequest): Promise<Result<Started>> {
  const fault = selectionOptionsFault(wiring, request.message);
  if (fault) return err(fault);
  const given = await readPointers(wiring, request);
  if (!given.ok) return given;
  const storesFiles = request.storeFiles !== undefined || filesIn(given.value, "elsewhere").length > 0;
  const uploads = storesFiles ? [] : uploadsOf(request, given.value);
  const admitted = await admit(wiring, request, uploads, storesFiles);
  if (!admitted.ok) return admitted;
  if ("known" in admitted.value) return ok({ record: admitted.value.known, replayed: true });
  const booked = admitted.value;

  const bookedAt = Date.now();
  let posted: Result<RunRecord> | null = null;
  try {
    // Behind the booking, so that nobody has more hosts looked up, or files stored, than may start runs.
    if (request.message.webhook) await vetReceiver(wiring, request.message.webhook.url);
    const complete = storesFiles
      ? await withStoredFiles(wiring, request, booked, given.value)
      : ok({ ...booked, request, pointers: given.value });
    if (!complete.ok) return complete;
    // By then another request may have booked the run anew.
    if (Date.now() - bookedAt > MAKING_RUN_MS / 2) {
      return err(failure("timeout", "Storing the files took too long: upload them first", true));
    }
    posted = await post(wiring, complete.value);
    return posted.ok ? ok({ record: posted.value, replayed: false }) : posted;
  } finally {
    const isCurrent = Date.now() - bookedAt < MAKING_RUN_MS;
    if (!posted?.ok && isCurrent && (await isMissing(wiring, request.holder.tenant, booked, posted))) {
      await giveUp(wiring.registry(request.holder.tenant, booked.run), booked.run);
    }
  }
}

/** The uploads that a message and the turns before it name. */
const uploadsOf = (
  { conversation, history = [] }: StartRequest,
  pointers: readonly Pointer[],
): readonly ResourceId[] => [
  ...new Set([
    ...(conversation === null ? recentHistory(history).flatMap(({ resources }) => resources) : []),
    ...filesIn(pointers, "upload"),
  ]),
];

/**
 * The request with the files that came with it and copies of those of other conversations, which the run's own adopts.
 * @param given what it refers to without the files that came with it
 */
async function withStoredFiles(
  wiring: Wiring,
  request: StartRequest,
  booked: BookedRun,
  given: readonly Pointer[],
): Promise<Result<ReadyRun>> {
  const { holder, storeFiles } = request;
  const stored = { ...request, ...(await storeFiles?.()) };
  const named = storeFiles ? await readPointers(wiring, stored) : ok(given);
  if (!named.ok) return named;
  const copies = await copiesOf({ wiring, holder }, filesIn(named.value, "elsewhere"));
  if (!copies.ok) return copies;
  const copyOf = (id: ResourceId): ResourceId => copies.value.get(id)?.id ?? id;
  const complete = copies.value.size === 0 ? stored : withCopies(stored, copyOf);
  const pointers = named.value.map(
    (pointer): Pointer => (pointer.to === "elsewhere" ? { to: "upload", id: copyOf(pointer.id) } : pointer),
  );
  const uploads = uploadsOf(complete, pointers);
  const title = request.title ?? titleOf(complete.message.text);
  const adopted = await wiring.registry(holder.tenant, booked.run).adopt(booked.run, uploads, title);
  return adopted.ok ? ok({ ...booked, adopted: adopted.value, request: complete, pointers }) : adopted;
}

/** The request with uploads in the place of files of other conversations, in its plan as well: those may be deleted. */
function withCopies(request: StartRequest, copyOf: (id: ResourceId) => ResourceId): StartRequest {
  const own = (_: string, given: unknown): unknown => (typeof given === "string" ? copyOf(given) : given);
  const { resources, plan } = request.message;
  const message: MessageBody = JSON.parse(JSON.stringify({ resources, ...(plan ? { plan } : {}) }), own);
  return { ...request, message: { ...request.message, ...message } };
}

/** Tries to have a run admitted: each ends where a request at the same time gave it up, or its delivery belongs elsewhere. */
const MAX_ADMISSIONS = 4;

/** A run that was admitted and is not made yet. */
interface BookedRun {
  readonly conversation: ConversationName;
  readonly run: string;
  /** The uploads of the message. */
  readonly adopted: readonly Resource[];
  /** Of the tenant's own, to be told of the run. */
  readonly endpoints: readonly ListeningEndpoint[];
  /** What it may spend at most, in US dollars; undefined where its key sets no limit. */
  readonly budgetUsd: number | undefined;
  /** What the tenant knows of models, to plan it with. */
  readonly models: Admitted["models"];
}

/** A booked run with all that it is made of. */
interface ReadyRun extends BookedRun {
  readonly request: StartRequest;
  readonly pointers: readonly Pointer[];
}

/**
 * Has the tenant admit a run, or finds the one that an earlier request under its idempotency key made. A booking counts
 * as used once its conversation has the run: one that was cut off or refused before that is made again, under all limits.
 */
async function admit(
  wiring: Wiring,
  request: StartRequest,
  uploads: readonly ResourceId[],
  storesFiles: boolean,
): Promise<Result<BookedRun | { readonly known: RunRecord }>> {
  const { holder, message, idempotency, delivery } = request;
  const { tenant, keyId } = holder;
  let conversation = request.conversation ?? (await newConversation(wiring, tenant, request));
  let unmade: string | undefined;
  for (let time = 1; time <= MAX_ADMISSIONS; time++) {
    const admitted = await wiring.registry(tenant, conversation.id).admit({
      ...{ keyId, conversation: conversation.id, run: await wiring.ids.newRun(tenant, conversation.part), uploads },
      ...(request.conversation === null ? { title: request.title ?? titleOf(message.text) } : {}),
      ...(idempotency ? { idempotency } : {}),
      ...(unmade === undefined ? {} : { unmade }),
      ...(message.budget.usd === undefined ? {} : { budgetUsd: message.budget.usd }),
      ...(delivery ? { delivery } : {}),
      ...(storesFiles ? { storesFiles } : {}),
    });
    if (!admitted.ok) return admitted;
    if ("goesTo" in admitted.value) {
      conversation = await nameOf(wiring, tenant, admitted.value.goesTo);
      continue;
    }
    const { run, replay, adopted, endpoints, budgetUsd, models } = admitted.value;
    const booked = await nameOf(wiring, tenant, admitted.value.conversation);
    if (!replay) return ok({ conversation: booked, run, adopted, endpoints, budgetUsd, models });
    const known = await wiring.conversation(tenant, booked.part).run(run);
    if (known.ok) return ok({ known: known.value });
    // The run was made, and its conversation was deleted since.
    if (run === unmade) return known;
    unmade = run;
  }
  return err(failure("conflict", "Other requests under this Idempotency-Key are being made and given up", true));
}

/** The message with a budget of no more than its key may spend. */
const withBudgetLimit = (message: MessageBody, usd: number | undefined): MessageBody =>
  usd === undefined ? message : { ...message, budget: { ...message.budget, usd } };

/**
 * True when the run is known not to have been made. A call that broke off may have made it; if nobody can tell,
 * everything stays for a repeat, and the tenant finds out what became of the booking.
 */
async function isMissing(
  wiring: Wiring,
  tenant: string,
  { conversation, run }: BookedRun,
  refused: Result<RunRecord> | null,
): Promise<boolean> {
  if (refused) return true;
  try {
    return !(await wiring.conversation(tenant, conversation.part).run(run)).ok;
  } catch {
    return false;
  }
}

/** Undoes the admission of a run that was not made. Never throws, as the caller is told the original fault. */
async function giveUp(registry: RegistryRpc, run: string): Promise<void> {
  try {
    await registry.abandon(run);
  } catch (thrown) {
    console.warn("What was done for a run that was not made could not be undone:", describeFault(thrown));
  }
}

async function post(wiring: Wiring, { request, ...booked }: ReadyRun): Promise<Result<RunRecord>> {
  const { holder, delivery, hfToken } = request;
  const message = withBudgetLimit(request.message, booked.budgetUsd);
  const history = request.conversation === null ? recentHistory(request.history ?? []) : [];
  const answerFormat = answerFormatOf(message.response_format);
  const use = { tenant: holder.tenant, run: booked.run };
  const receivers = { ...request, webhook: message.webhook };
  const told = { tenant: holder.tenant, of: booked.run };
  const subscribers = await subscribersOf(wiring, told, receivers, booked.endpoints);
  const posted = {
    run: booked.run,
    text: message.text,
    attached: booked.pointers.flatMap((pointer) => attach(pointer, booked.adopted)),
    approval: message.approval,
    budget: message.budget,
    ...(message.plan === undefined ? {} : { plan: message.plan }),
    ...(request.boundPlan ? { boundPlan: request.boundPlan } : {}),
    ...selectionOptionsOf(message),
    ...(answerFormat ? { answerFormat } : {}),
    ...(request.tools ? { tools: request.tools } : {}),
    ...(message.reuse === false ? { reuse: false as const } : {}),
    ...(hfToken === null ? {} : { sealedHfToken: await sealHfToken(wiring.sealer, use, hfToken) }),
    ...(history.length === 0 ? {} : { history: history.map((turn) => withFiles(turn, booked.adopted)) }),
    ...(request.isUnattended ? { isUnattended: true as const } : {}),
    ...(delivery ? { ofDelivery: true as const } : {}),
    ...(subscribers.length === 0 ? {} : { subscribers }),
  };
  const conversation = () => wiring.conversation(holder.tenant, booked.conversation.part);
  try {
    return await conversation().post(posted, booked.models);
  } catch {
    // A restarted object breaks the calls to it; the same run is made once however often it is posted.
    return await conversation().post(posted, booked.models);
  }
}

const withFiles = ({ role, text, resources }: HistoryTurn, adopted: readonly Resource[]): PostedTurn => ({
  role,
  text,
  resources: adopted.filter(({ id }) => resources.includes(id)),
});

/**
 * The name of a conversation that is about to be opened. Where tenants are divided it comes to a partition by chance, or
 * by the idempotency key that it is opened under, as a repeat has to come to the same one. Deliveries stay with the
 * tenant's object, which knows the hooks.
 */
export async function newConversation(
  { ids, config }: Wiring,
  tenant: string,
  { idempotency, delivery }: Partial<Pick<StartRequest, "idempotency" | "delivery">> = {},
): Promise<ConversationName> {
  const isDivided = config.deployment.limits.partitioned && !delivery;
  const partition = isDivided ? await partitionFor(idempotency?.key ?? null) : null;
  const id = await ids.newConversation(tenant, partition);
  return { id, part: (await ids.readConversation(tenant, id)) ?? "" };
}

async function nameOf({ ids }: Wiring, tenant: string, id: string): Promise<ConversationName> {
  const part = await ids.readConversation(tenant, id);
  if (part === null) throw new Error(`The tenant holds a conversation that is not its own: ${id}`);
  return { id, part };
}

/** The title of a conversation or goal: the beginning of its text. */
export function titleOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= MAX_TITLE_CHARS) return line;
  return `${line.slice(0, MAX_TITLE_CHARS - 1).toWellFormed()}…`;
}
