import { describeFault } from "../../src/domain/telemetry/fault.ts";
import type { Wiring } from "../../src/wiring.ts";
import { ASK_AFTER_MS } from "./after-runs.ts";
import type { Goals } from "./goals.ts";
import { type Chore, SWEEP_MS } from "./sweep.ts";

interface Surroundings {
  readonly tenant: string;
  readonly wiring: Pick<Wiring, "ids" | "goal">;
  readonly goals: Goals;
  closeGoal(id: string): Promise<void>;
}

/** Closes goals whose requests died before they began: they would keep their places for ever. */
export class AfterGoals implements Chore {
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  async run(now: number): Promise<boolean> {
    const { goals, wiring, tenant, closeGoal } = this.#around;
    for (const id of goals.unbegun(now - ASK_AFTER_MS)) {
      const part = await wiring.ids.readGoal(tenant, id);
      try {
        if (part === null || (await wiring.goal(tenant, part).goIfUnbegun())) await closeGoal(id);
        else goals.confirm(id);
      } catch (thrown) {
        console.warn("A goal did not answer whether it has begun:", describeFault(thrown));
      }
    }
    return false;
  }

  dueInMs(): number | null {
    return this.#around.goals.haveAllBegun() ? null : SWEEP_MS;
  }
}
