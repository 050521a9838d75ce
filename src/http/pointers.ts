import { addressesInPlan, isAddress } from "../domain/addresses.ts";
import type { KeyHolder } from "../domain/api-key.ts";
import type { AttachedResource } from "../domain/conversation.ts";
import { failure } from "../domain/errors.ts";
import type { Resource, ResourceId } from "../domain/resources.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { checkUrl } from "../resources/safe-url.ts";
import type { Wiring } from "../wiring.ts";
import type { MessageBody } from "./schemas/requests.ts";

/** A conversation by its public id and the part of that id that addresses its Durable Object. */
export interface ConversationName {
  readonly id: string;
  readonly part: string;
}

/** A message that refers to files and URLs, with its caller and conversation. */
export interface Pointing {
  readonly holder: KeyHolder;
  /** Null outside of any conversation. */
  readonly conversation: ConversationName | null;
  readonly message: Pick<MessageBody, "resources" | "plan">;
}

/** A file or URL that a message refers to. */
export type Pointer =
  | { readonly to: "upload"; readonly id: ResourceId }
  | { readonly to: "file"; readonly id: ResourceId }
  /** A file of another conversation of the caller's. */
  | { readonly to: "elsewhere"; readonly id: ResourceId }
  | { readonly to: "url"; readonly url: string };

/** The pointers of a message. Fails for an unknown file, and for a URL in it or in its plan that may not be fetched. */
export async function readPointers(wiring: Wiring, pointing: Pointing): Promise<Result<readonly Pointer[]>> {
  const { holder, conversation, message } = pointing;
  const pointers: Pointer[] = [];
  for (const given of message.resources) {
    if (isAddress(given)) {
      pointers.push({ to: "url", url: given });
      continue;
    }
    const parts = await wiring.ids.readResource(holder.tenant, given);
    if (parts?.scope === null) pointers.push({ to: "upload", id: given });
    else if (parts && parts.scope === conversation?.part) pointers.push({ to: "file", id: given });
    // What is gone is refused before anything is booked.
    else if (parts && (await wiring.resources.head(holder.tenant, given)))
      pointers.push({ to: "elsewhere", id: given });
    else return err(failure("not-found", `There is no resource ${given.slice(0, 100)}`));
  }
  const urls = pointers.flatMap((pointer) => (pointer.to === "url" ? [pointer.url] : []));
  const fault = unsafeUrl([...urls, ...addressesInPlan(message.plan)], wiring);
  return fault ?? ok(pointers);
}

/** The fault of the first URL that may not be fetched, or null. */
export function unsafeUrl(urls: readonly string[], wiring: Wiring): Result<never> | null {
  for (const url of urls) {
    const checked = checkUrl(url, wiring.config.fetchAllowHosts);
    if (!checked.ok) return checked;
  }
  return null;
}

/** The files among the pointers that are of one kind, each once. */
export const filesIn = (pointers: readonly Pointer[], kind: "upload" | "elsewhere"): readonly ResourceId[] => [
  ...new Set(pointers.flatMap((pointer) => (pointer.to === kind ? [pointer.id] : []))),
];

/** The pointer as a conversation takes it, which takes no file of another. @param uploads the uploads of the message */
export function attach(pointer: Pointer, uploads: readonly Resource[]): readonly AttachedResource[] {
  if (pointer.to === "url") return [{ by: "url", url: pointer.url }];
  if (pointer.to === "file") return [{ by: "id", id: pointer.id }];
  const resource = uploads.find((one) => one.id === pointer.id);
  return resource ? [{ by: "adoption", resource }] : [];
}
