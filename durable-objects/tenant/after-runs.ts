import { describeFault } from "../../src/domain/telemetry/fault.ts";
import type { Wiring } from "../../src/wiring.ts";
import type { Admissions } from "./admissions.ts";
import { type Chore, SWEEP_MS } from "./sweep.ts";

/** A run under way this long, or a goal opened so long ago, is asked about: its end, or its beginning, may have got lost. */
export const ASK_AFTER_MS = 15 * 60_000;
const MAX_ASKED_AFTER = 50;

interface Surroundings {
  readonly tenant: string;
  readonly wiring: Pick<Wiring, "ids" | "conversation">;
  readonly admissions: Admissions;
  /** Undoes what was booked for a run that is not there. */
  abandonLost(run: string): Promise<void>;
}

/** Frees the places of runs that have ended, or never were, without anybody telling; and forgets old bookings. */
export class AfterRuns implements Chore {
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  async run(now: number): Promise<boolean> {
    const { admissions, abandonLost } = this.#around;
    admissions.expire(now);
    const before = now - ASK_AFTER_MS;
    for (const run of admissions.longUnderWay(before, MAX_ASKED_AFTER)) {
      const found = await this.#find(run);
      if (found === "under-way") admissions.confirm(run, now);
      else if (admissions.free(run, before) && found === "missing") await abandonLost(run);
    }
    return false;
  }

  dueInMs(): number | null {
    return this.#around.admissions.isEmpty() ? null : SWEEP_MS;
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
