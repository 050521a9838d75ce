import type { Admission, Adoption, ListeningEndpoint, TenantRpc } from "../../durable-objects/rpc.ts";
import type { KeyHolder } from "../domain/api-key.ts";
import { type HistoryTurn, type PostedTurn, type RunRecord, recentHistory } from "../domain/conversation.ts";
import { failure } from "../domain/errors.ts";
import type { Resource, ResourceId } from "../domain/resources.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { selectionOptionsOf } from "../domain/selection.ts";
import { describeFault } from "../domain/telemetry/fault.ts";
import { sealHfToken } from "../secrets/seal.ts";
import type { Wiring } from "../wiring.ts";
import type { AppContext } from "./context.ts";
import { attach, type ConversationName, type Pointer, readPointers, uploadsIn } from "./pointers.ts";
import { preferredType, preferredWait } from "./request-headers.ts";
import type { MessageBody } from "./schemas/requests.ts";
import { selectionOptionsFault } from "./selection-options-fault.ts";
import { type ReplyTo, subscribersOf, vetReceiver } from "./webhooks/subscribe.ts";

export interface StartRequest {
  readonly holder: KeyHolder;
  /** Null to open a new one. */
  readonly conversation: ConversationName | null;
  /** The title of `conversation`, where that is not open yet. */
  readonly title?: string;
  readonly message: MessageBody;
  /** What was said before, for a new conversation; an existing one has a log of its own. */
  readonly history?: readonly HistoryTurn[];
  /** Stores the files that came with the request, once its run is admitted; `message` lacks them. */
  readonly storeFiles?: () => Promise<MessageWithFiles<MessageBody>>;
  readonly idempotency: Admission["idempotency"];
  /** The caller's own Hugging Face token, for this run alone. */
  readonly hfToken: string | null;
  /** Planning does not see earlier answers; see `PostedMessage`. */
  readonly hidesAnswers?: true;
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
 * 2. books the run with the tenant, before anything is fetched or stored;
 * 3. stores the files that came with it, and has the conversation adopt its uploads;
 * 4. posts the message to the conversation.
 * Every step may be repeated, so a request that was cut off is completed by a repeat under the same key.
 */
export async function startRun(wiring: Wiring, request: StartRequest): Promise<Result<Started>> {
  const { holder, idempotency } = request;
  const fault = selectionOptionsFault(wiring, request.message);
  if (fault) return err(fault);
  const given = await readPointers(wiring, request);
  if (!given.ok) return given;

  const opensConversation = request.conversation === null;
  const conversation = request.conversation ?? (await newConversation(wiring, holder.tenant));
  const run = await wiring.ids.newRun(holder.tenant, conversation.part);
  const tenant = wiring.tenant(holder.tenant);
  const admission = {
    keyId: holder.keyId,
    conversation: conversation.id,
    run,
    ...(idempotency ? { idempotency } : {}),
    ...(request.message.budget.usd === undefined ? {} : { budgetUsd: request.message.budget.usd }),
  };
  const admitted = await admit(wiring, holder.tenant, admission);
  if (!admitted.ok) return admitted;
  if ("known" in admitted.value) return ok({ record: admitted.value.known, replayed: true });
  const { booked, endpoints, budgetUsd } = admitted.value;

  let adopted: readonly ResourceId[] = [];
  let posted: Result<RunRecord> | null = null;
  try {
    // Behind the booking, so that nobody has more hosts looked up, or files stored, than may start runs.
    if (request.message.webhook) await vetReceiver(wiring, request.message.webhook.url);
    const stored: MessageWithFiles<MessageBody> = request.storeFiles ? await request.storeFiles() : request;
    const pointers = request.storeFiles ? await readPointers(wiring, { ...request, message: stored.message }) : given;
    if (!pointers.ok) return pointers;
    const message = withBudgetLimit(stored.message, budgetUsd);
    const history = opensConversation ? recentHistory(stored.history ?? []) : [];
    const uploads = [...new Set([...history.flatMap(({ resources }) => resources), ...uploadsIn(pointers.value)])];
    // A conversation that never came to be keeps nothing; one that exists keeps what it had before.
    if (opensConversation) adopted = uploads;
    const adoption = uploads.length === 0 ? ok(NO_ADOPTION) : await tenant.adopt(uploads, booked.conversation.id);
    if (!adoption.ok) return adoption;
    if (!opensConversation) adopted = adoption.value.adopted;
    const postRequest = { ...request, message, history, endpoints };
    posted = await post(wiring, postRequest, pointers.value, adoption.value.resources, booked);
    return posted.ok ? ok({ record: posted.value, replayed: false }) : posted;
  } finally {
    if (!posted?.ok && (await isMissing(wiring, holder.tenant, booked, posted))) {
      await giveUp(tenant, booked, adopted, opensConversation);
    }
  }
}

/** Of one booking, while requests under its idempotency key keep giving up the run. */
const MAX_ADMISSIONS = 3;

/** A booked run with the endpoints that are told of it, or the run that an earlier request under the same key made. */
type Booking =
  | {
      readonly booked: Booked;
      readonly endpoints: readonly ListeningEndpoint[];
      readonly budgetUsd: number | undefined;
    }
  | { readonly known: RunRecord };

/**
 * Books a run. A booking counts as used once its conversation has the run: one that was cut off or refused before that
 * is made again, under all limits.
 */
async function admit(wiring: Wiring, tenant: string, admission: Admission): Promise<Result<Booking>> {
  let unmade: string | undefined;
  for (let time = 1; time <= MAX_ADMISSIONS; time++) {
    const admitted = await wiring.tenant(tenant).admit({ ...admission, ...(unmade === undefined ? {} : { unmade }) });
    if (!admitted.ok) return admitted;
    const { run, replay, endpoints = [], budgetUsd } = admitted.value;
    const conversation = await nameOf(wiring, tenant, admitted.value.conversation);
    if (!replay) return ok({ booked: { conversation, run }, endpoints, budgetUsd });
    const known = await wiring.conversation(tenant, conversation.part).run(run);
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
  { conversation, run }: Booked,
  refused: Result<RunRecord> | null,
): Promise<boolean> {
  if (refused) return true;
  try {
    return !(await wiring.conversation(tenant, conversation.part).run(run)).ok;
  } catch {
    return false;
  }
}

const NO_ADOPTION: Adoption = { resources: [], adopted: [] };

interface Booked {
  readonly conversation: ConversationName;
  readonly run: string;
}

/** Undoes what was done for a run that was not made. Never throws, as the caller is told the original fault. */
async function giveUp(
  tenant: TenantRpc,
  { conversation, run }: Booked,
  adopted: readonly ResourceId[],
  opensConversation: boolean,
): Promise<void> {
  try {
    // Another request under its idempotency key may still make the run, and needs all of it.
    if (!(await tenant.abandon(run))) return;
    if (adopted.length > 0) await tenant.unadopt(adopted, conversation.id);
    // Last, as it deletes the uploads that the conversation still keeps.
    if (opensConversation) await tenant.closeConversation(conversation.id);
  } catch (thrown) {
    console.warn("What was done for a run that was not made could not be undone:", describeFault(thrown));
  }
}

interface PostRequest extends StartRequest {
  /** Of the tenant's own. */
  readonly endpoints: readonly ListeningEndpoint[];
}

async function post(
  wiring: Wiring,
  { holder, conversation, title, message, history = [], hidesAnswers, hfToken, endpoints, ...telling }: PostRequest,
  pointers: readonly Pointer[],
  adopted: readonly Resource[],
  booked: Booked,
): Promise<Result<RunRecord>> {
  const tenant = wiring.tenant(holder.tenant);
  if (conversation === null || title !== undefined) {
    await tenant.openConversation(booked.conversation.id, title ?? titleOf(message.text));
  }
  const use = { tenant: holder.tenant, run: booked.run };
  const subscribers = await subscribersOf(wiring, use, { ...telling, webhook: message.webhook }, endpoints);
  const posted = {
    run: booked.run,
    text: message.text,
    attached: pointers.flatMap((pointer) => attach(pointer, adopted)),
    approval: message.approval,
    budget: message.budget,
    ...(message.plan === undefined ? {} : { plan: message.plan }),
    ...selectionOptionsOf(message),
    ...(hfToken === null ? {} : { sealedHfToken: await sealHfToken(wiring.sealer, use, hfToken) }),
    ...(history.length === 0 ? {} : { history: history.map((turn) => withFiles(turn, adopted)) }),
    ...(hidesAnswers ? { hidesAnswers } : {}),
    ...(subscribers.length === 0 ? {} : { subscribers }),
  };
  try {
    return await wiring.conversation(holder.tenant, booked.conversation.part).post(posted);
  } catch {
    // A restarted object breaks the calls to it; the same run is made once however often it is posted.
    return await wiring.conversation(holder.tenant, booked.conversation.part).post(posted);
  }
}

const withFiles = ({ role, text, resources }: HistoryTurn, adopted: readonly Resource[]): PostedTurn => ({
  role,
  text,
  resources: adopted.filter(({ id }) => resources.includes(id)),
});

export async function newConversation({ ids }: Wiring, tenant: string): Promise<ConversationName> {
  const id = await ids.newConversation(tenant);
  return { id, part: (await ids.readConversation(tenant, id)) ?? "" };
}

async function nameOf({ ids }: Wiring, tenant: string, id: string): Promise<ConversationName> {
  const part = await ids.readConversation(tenant, id);
  if (part === null) throw new Error(`The tenant holds a conversation that is not its own: ${id}`);
  return { id, part };
}

const MAX_TITLE_CHARS = 80;

/** The title of a conversation: the beginning of its first message. */
function titleOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= MAX_TITLE_CHARS) return line;
  return `${line.slice(0, MAX_TITLE_CHARS - 1).toWellFormed()}…`;
}
