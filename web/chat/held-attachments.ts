import { Attachments, type AttachmentsOptions } from "./attachments.ts";
import type { Drafts } from "./drafts.ts";

/** Each may hold files of many megabytes. */
const MAX_HELD = 8;

/**
 * The files of each message that is being written, also while its writer is elsewhere in the page. What the drafts know
 * of them comes back when the page is loaded anew.
 */
export class HeldAttachments {
  readonly #held = new Map<string | null, Attachments>();
  readonly #options: AttachmentsOptions;
  readonly #drafts: Pick<Drafts, "readFiles" | "writeFiles">;

  constructor(options: AttachmentsOptions, drafts: Pick<Drafts, "readFiles" | "writeFiles">) {
    this.#options = options;
    this.#drafts = drafts;
  }

  /** @param conversation null for one that is still to be opened */
  of(conversation: string | null): Attachments {
    const held = this.#held.get(conversation) ?? this.#restored(conversation);
    // Last, so that the one that nobody has looked at for longest is the first.
    this.#held.delete(conversation);
    this.#held.set(conversation, held);
    this.#letGo();
    return held;
  }

  /** With what a conversation was, its files go as well. */
  forget(conversation: string): void {
    this.#held.get(conversation)?.clear();
    this.#held.delete(conversation);
    this.#drafts.writeFiles(conversation, []);
  }

  #restored(conversation: string | null): Attachments {
    const attachments = new Attachments(this.#options);
    attachments.restore(this.#drafts.readFiles(conversation));
    attachments.subscribe(() => {
      // One that was let go for want of room keeps its draft.
      if (this.#held.get(conversation) === attachments) this.#drafts.writeFiles(conversation, attachments.kept());
    });
    return attachments;
  }

  #letGo(): void {
    const [oldest] = this.#held;
    if (this.#held.size <= MAX_HELD || !oldest) return;
    const [conversation, attachments] = oldest;
    this.#held.delete(conversation);
    attachments.clear();
  }
}
