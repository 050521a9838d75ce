import type { Admission } from "../../durable-objects/rpc.ts";
import type { KeyHolder } from "../domain/api-key.ts";
import type { AttachedResource, RunRecord } from "../domain/conversation.ts";
import { failure } from "../domain/errors.ts";
import type { JsonValue } from "../domain/json.ts";
import type { Resource, ResourceId } from "../domain/resources.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { checkUrl } from "../resources/safe-url.ts";
import type { Wiring } from "../wiring.ts";
import type { MessageBody } from "./schemas/requests.ts";

export interface StartRequest {
  readonly holder: KeyHolder;
  /** Public id and own part of the conversation; null to open one. */
  readonly conversation: ConversationName | null;
  readonly message: MessageBody;
  readonly idempotency: Admission["idempotency"];
}

export interface ConversationName {
  readonly id: string;
  readonly part: string;
}

export interface Started {
  readonly record: RunRecord;
  /** True when the run exists since an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/**
 * Makes a run of a message: checks what it points to, books the run with the tenant, and posts it. Every step
 * may be repeated, so a request that was cut off anywhere is completed by a repeat under the same key.
 */
export async function startRun(wiring: Wiring, request: StartRequest): Promise<Result<Started>> {
  const { holder, idempotency } = request;
  const pointers = await readPointers(wiring, request);
  if (!pointers.ok) return pointers;

  const opensConversation = request.conversation === null;
  const home = request.conversation ?? (await newConversation(wiring, holder.tenant));
  const run = await wiring.ids.newRun(holder.tenant, home.part);
  const tenant = wiring.tenant(holder.tenant);
  const admitted = await tenant.admit({
    keyId: holder.keyId,
    conversation: home.id,
    run,
    opensConversation,
    ...(idempotency ? { idempotency } : {}),
  });
  if (!admitted.ok) return admitted;

  const booked = {
    conversation: await nameOf(wiring, holder.tenant, admitted.value.conversation),
    run: admitted.value.run,
  };
  if (admitted.value.replay) {
    const known = await wiring.conversation(holder.tenant, booked.conversation.part).run(booked.run);
    if (known.ok) return ok({ record: known.value, replayed: true });
  }
  const posted = await post(wiring, request, pointers.value, booked);
  if (posted.ok) return ok({ record: posted.value, replayed: false });
  await tenant.runEnded(booked.run);
  if (opensConversation) {
    await tenant.unadopt(uploadsIn(pointers.value), booked.conversation.id);
    await tenant.closeConversation(booked.conversation.id);
  }
  return posted;
}

async function post(
  wiring: Wiring,
  { holder, conversation, message }: StartRequest,
  pointers: readonly Pointer[],
  booked: { readonly conversation: ConversationName; readonly run: string },
): Promise<Result<RunRecord>> {
  const tenant = wiring.tenant(holder.tenant);
  const uploads = uploadsIn(pointers);
  const adopted = uploads.length === 0 ? ok([]) : await tenant.adopt(uploads, booked.conversation.id);
  if (!adopted.ok) return adopted;
  if (conversation === null) await tenant.openConversation(booked.conversation.id, titleOf(message.text));
  const posted = {
    run: booked.run,
    text: message.text,
    attached: pointers.flatMap((pointer) => attach(pointer, adopted.value)),
    approval: message.approval,
    budget: message.budget,
    ...(message.plan === undefined ? {} : { plan: message.plan }),
  };
  try {
    return await wiring.conversation(holder.tenant, booked.conversation.part).post(posted);
  } catch {
    // A restarted object breaks the calls to it; the same run is made once however often it is posted.
    return await wiring.conversation(holder.tenant, booked.conversation.part).post(posted);
  }
}

const uploadsIn = (pointers: readonly Pointer[]): readonly ResourceId[] =>
  pointers.flatMap((pointer) => (pointer.to === "upload" ? [pointer.id] : []));

type Pointer =
  | { readonly to: "upload"; readonly id: ResourceId }
  | { readonly to: "file"; readonly id: ResourceId }
  | { readonly to: "url"; readonly url: string };

/** What the message's resources are, and that no URL in it or in its plan is one that may not be fetched. */
async function readPointers(wiring: Wiring, request: StartRequest): Promise<Result<readonly Pointer[]>> {
  const { holder, conversation, message } = request;
  const pointers: Pointer[] = [];
  for (const given of message.resources) {
    if (isUrl(given)) {
      pointers.push({ to: "url", url: given });
      continue;
    }
    const parts = await wiring.ids.readResource(holder.tenant, given);
    if (parts?.scope === null) pointers.push({ to: "upload", id: given });
    else if (parts && parts.scope === conversation?.part) pointers.push({ to: "file", id: given });
    else return err(failure("not-found", `There is no resource ${given.slice(0, 100)}`));
  }
  const urls = pointers.flatMap((pointer) => (pointer.to === "url" ? [pointer.url] : []));
  const fault = unsafeUrl([...urls, ...urlsIn(message.plan)], wiring);
  return fault ?? ok(pointers);
}

/** A scheme with an authority; what else looks like a URL is text. */
const isUrl = (text: string): boolean => /^\s*[a-z][a-z0-9+.-]*:[/\\]{2}\S*\s*$/i.test(text);

/** The URLs among the arguments of a plan on the wire. Its depth is bounded where the body is read. */
export function urlsIn(plan: JsonValue | undefined): readonly string[] {
  if (typeof plan === "string") return isUrl(plan) ? [plan] : [];
  if (typeof plan !== "object" || plan === null) return [];
  return Object.values(plan).flatMap((value: JsonValue) => urlsIn(value));
}

/** The fault of the first URL that may not be fetched, or null. */
export function unsafeUrl(urls: readonly string[], wiring: Wiring): Result<never> | null {
  for (const url of urls) {
    const checked = checkUrl(url, wiring.config.fetchAllowHosts);
    if (!checked.ok) return checked;
  }
  return null;
}

function attach(pointer: Pointer, adopted: readonly Resource[]): readonly AttachedResource[] {
  if (pointer.to === "url") return [{ by: "url", url: pointer.url }];
  if (pointer.to === "file") return [{ by: "id", id: pointer.id }];
  const resource = adopted.find((one) => one.id === pointer.id);
  return resource ? [{ by: "adoption", resource }] : [];
}

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

/** What a conversation is listed as: the beginning of its first message. */
function titleOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= MAX_TITLE_CHARS) return line;
  return `${line.slice(0, MAX_TITLE_CHARS - 1).toWellFormed()}…`;
}
