import { failure } from "../../src/domain/errors.ts";
import type { Resource, ResourceId } from "../../src/domain/resources.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import type { Admission, Admitted, GoesElsewhere } from "../../src/rpc/registry.ts";
import type { Admissions } from "./admissions.ts";
import type { RunBooking } from "./bookings.ts";
import type { Conversations } from "./conversations.ts";
import type { Deletion } from "./deletion.ts";
import type { Hooks } from "./hooks.ts";
import type { Storage } from "./storage.ts";
import type { Uploads } from "./uploads.ts";
import type { Webhooks } from "./webhooks.ts";

interface Surroundings {
  readonly admissions: Admissions;
  readonly conversations: Conversations;
  readonly deletion: Pick<Deletion, "closeConversation">;
  readonly hooks: Pick<Hooks, "refusal" | "conversationFor" | "remember" | "forget">;
  readonly storage: Pick<Storage, "refusal">;
  readonly uploads: Pick<Uploads, "findAll" | "adopt" | "unadopt">;
  readonly webhooks: Pick<Webhooks, "listening">;
}

/** Lets runs begin, each with its conversation, its uploads and its delivery, and undoes that where a run is not made. */
export class RunAdmission {
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** To be called in a transaction: where it throws, nothing of it may stay. */
  admit(admission: Admission, now: number): Result<Admitted | GoesElsewhere> {
    const { admissions, conversations, hooks, storage, uploads, webhooks } = this.#around;
    const { delivery, uploads: wanted = [], title } = admission;
    const unwanted = delivery ? hooks.refusal(delivery, now) : null;
    if (unwanted) return err(unwanted);
    const known = admissions.known(admission, now);
    if (!known.ok) return known;
    if (known.value?.replay) return ok({ ...known.value, adopted: [], endpoints: [] });
    const home = delivery && !known.value ? hooks.conversationFor(delivery, (id) => conversations.has(id)) : null;
    if (home !== null && home !== admission.conversation) return ok({ goesTo: home });
    // What a run makes is not known before it has ended, so that none begins without any room.
    const full = storage.refusal(1);
    if (full) return err(full);
    const found = uploads.findAll(wanted, now);
    if (!found.ok) return found;
    const { conversation, run } = known.value ?? admission;
    const granted = admissions.book(admission, { conversation, run }, now);
    if (!granted.ok) return granted;

    const opened = title !== undefined && conversations.open(conversation, title, now);
    admissions.extend(run, { opened, adopted: uploads.adopt(wanted, conversation) });
    if (delivery) hooks.remember(delivery, conversation, now);
    return ok({
      ...{ conversation, run, replay: false, adopted: found.value, endpoints: webhooks.listening() },
      ...(granted.value === null ? {} : { budgetUsd: granted.value }),
    });
  }

  /** Has the conversation of a booked run adopt further uploads. @param title of the conversation, where it was opened for the run */
  adopt(run: string, ids: readonly ResourceId[], title: string | undefined, now: number): Result<readonly Resource[]> {
    const { admissions, conversations, uploads } = this.#around;
    const booking = admissions.booking(run);
    if (!booking) return err(failure("conflict", "Another request under this Idempotency-Key gave the run up", true));
    const found = uploads.findAll(ids, now);
    if (!found.ok) return found;
    const { conversation, effects } = booking;
    if (title !== undefined && effects.opened) conversations.retitle(conversation, title);
    admissions.extend(run, { opened: false, adopted: uploads.adopt(ids, conversation) });
    return found;
  }

  /** @returns false where another request may still make the run: then everything stays */
  async abandon(run: string): Promise<boolean> {
    const booking = this.#around.admissions.abandon(run);
    if (booking === "kept") return false;
    await this.#undo(booking);
    return true;
  }

  /** Its partition has undone the run. */
  withdraw(run: string): Promise<void> {
    return this.#undo(this.#around.admissions.withdraw(run));
  }

  /** The run is not there, and no request makes it. */
  abandonLost(run: string): Promise<void> {
    return this.#undo(this.#around.admissions.lose(run));
  }

  /** Closes the conversation that an admission opened, and takes its adoptions back, unless another run needs them. */
  async #undo(booking: RunBooking | null): Promise<void> {
    if (!booking) return;
    const { admissions, deletion, hooks, uploads } = this.#around;
    const { conversation, effects } = booking;
    if (effects.delivery) hooks.forget(effects.delivery);
    const other = admissions.runIn(conversation);
    if (other !== null) {
      // Whoever is given up last undoes it; an upload that is kept too long is nothing, one that is missing is.
      admissions.extend(other, effects);
      return;
    }
    uploads.unadopt(effects.adopted, conversation);
    // Last, as it deletes the uploads that the conversation still keeps.
    if (effects.opened) await deletion.closeConversation(conversation);
  }
}
