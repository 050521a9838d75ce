import { describeFault } from "../../src/domain/telemetry/fault.ts";
import type { Wiring } from "../../src/wiring.ts";
import type { Admissions } from "./admissions.ts";
import type { Deletion } from "./deletion.ts";
import type { Goals } from "./goals.ts";
import { type IdleConversations, LOOK_THROUGH_MS } from "./idle-conversations.ts";
import type { KeyRuns } from "./key-limits.ts";
import type { RunAdmission } from "./run-admission.ts";
import type { Uploads } from "./uploads.ts";
import type { Webhooks } from "./webhooks.ts";

/** Expired records are swept this often while there are any. */
const SWEEP_MS = 60 * 60_000;
const MAX_SWEPT = 500;
/** A run under way this long, or a goal opened so long ago, is asked about: its end, or its beginning, may have got lost. */
export const ASK_AFTER_MS = 15 * 60_000;
const MAX_ASKED_AFTER = 50;

interface Surroundings {
  readonly storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm">;
  readonly tenant: string;
  readonly wiring: Pick<Wiring, "ids" | "conversation" | "goal">;
  readonly admissions: Admissions;
  readonly goals: Goals;
  readonly keyRuns: KeyRuns;
  readonly uploads: Uploads;
  readonly idle: IdleConversations;
  readonly webhooks: Webhooks;
  readonly deletion: Deletion;
  readonly runAdmission: RunAdmission;
}

/** Sees by alarm to what comes to an end without anybody asking for it. */
export class Sweep {
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Arms the alarm for the next hourly sweep, unless it is armed for earlier. */
  async arm(withinMs = SWEEP_MS): Promise<void> {
    const { storage } = this.#around;
    const [armed, at] = [await storage.getAlarm(), Date.now() + withinMs];
    if (armed === null || armed > at) await storage.setAlarm(at);
  }

  /** For what is kept for days, and looked at once in one. */
  armForDays(): Promise<void> {
    return this.arm(LOOK_THROUGH_MS);
  }

  /** To be called by the alarm, which it sets again as long as there is anything to see to. */
  async run(now: number): Promise<void> {
    let isFull = false;
    try {
      isFull = await this.#sweep(now);
    } catch (thrown) {
      console.error("A sweep of expired records failed:", describeFault(thrown));
    }
    const waitMs = isFull ? 0 : this.#nextInMs();
    if (waitMs !== null) await this.#around.storage.setAlarm(now + waitMs);
  }

  /** @returns whether there is more to be swept at once */
  async #sweep(now: number): Promise<boolean> {
    const { admissions, keyRuns, uploads, webhooks } = this.#around;
    admissions.expire(now);
    keyRuns.expire(now);
    webhooks.expire(now);
    const expired = uploads.expired(now, MAX_SWEPT);
    await this.#around.deletion.deleteUploads(expired);
    await this.#askAfterRuns(now);
    await this.#askAfterGoals(now);
    const hasMoreIdle = await this.#lookForIdle(now);
    return expired.length === MAX_SWEPT || hasMoreIdle;
  }

  #nextInMs(): number | null {
    const { admissions, goals, keyRuns, uploads, idle, webhooks } = this.#around;
    if (!admissions.isEmpty() || keyRuns.mayExpire() || !uploads.areAllKept() || !goals.haveAllBegun()) return SWEEP_MS;
    return idle.mayCome() || webhooks.mayExpire() ? LOOK_THROUGH_MS : null;
  }

  #lookForIdle(now: number): Promise<boolean> {
    const { idle, tenant, wiring, deletion } = this.#around;
    return idle.lookOn(now, {
      goIfEmpty: async (id) => {
        const part = await wiring.ids.readConversation(tenant, id);
        return part === null || wiring.conversation(tenant, part).goIfEmpty();
      },
      close: (id) => deletion.closeConversation(id),
    });
  }

  /** Frees the places of runs that have ended, or never were, without anybody telling. */
  async #askAfterRuns(now: number): Promise<void> {
    const { admissions, runAdmission } = this.#around;
    const before = now - ASK_AFTER_MS;
    for (const run of admissions.longUnderWay(before, MAX_ASKED_AFTER)) {
      const found = await this.#find(run);
      if (found === "under-way") admissions.confirm(run, now);
      else if (admissions.free(run, before) && found === "missing") await runAdmission.abandonLost(run);
    }
  }

  /** Closes goals whose requests died before they began: they would keep their places for ever. */
  async #askAfterGoals(now: number): Promise<void> {
    const { goals, wiring, tenant, deletion } = this.#around;
    for (const id of goals.unbegun(now - ASK_AFTER_MS)) {
      const part = await wiring.ids.readGoal(tenant, id);
      try {
        if (part === null || (await wiring.goal(tenant, part).goIfUnbegun())) await deletion.closeGoal(id);
        else goals.confirm(id);
      } catch (thrown) {
        console.warn("A goal did not answer whether it has begun:", describeFault(thrown));
      }
    }
  }

  /** A run whose conversation does not answer counts as under way, and is asked about again. */
  async #find(run: string): Promise<"under-way" | "ended" | "missing"> {
    const { wiring, tenant } = this.#around;
    const parts = await wiring.ids.readRun(tenant, run);
    if (!parts) return "missing";
    try {
      const found = await wiring.conversation(tenant, parts.conversation).run(run);
      if (!found.ok) return "missing";
      return found.value.state?.end ? "ended" : "under-way";
    } catch (thrown) {
      console.warn("A conversation did not answer for its run:", describeFault(thrown));
      return "under-way";
    }
  }
}
