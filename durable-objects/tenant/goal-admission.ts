import { err, ok, type Result } from "../../src/domain/result.ts";
import type { GoalOpening, OpenedGoal } from "../../src/rpc/goals.ts";
import { type Admissions, FORESTALLED } from "./admissions.ts";
import type { Goals } from "./goals.ts";
import type { Uploads } from "./uploads.ts";
import type { Webhooks } from "./webhooks.ts";

interface Surroundings {
  readonly admissions: Admissions;
  readonly goals: Goals;
  readonly uploads: Uploads;
  readonly webhooks: Webhooks;
}

/** Opens goals, each once under its idempotency key, with the uploads that it keeps. */
export class GoalAdmission {
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** To be called in a transaction: where it throws, nothing of it may stay. */
  open(opening: GoalOpening, now: number): Result<OpenedGoal> {
    const { admissions, goals, uploads, webhooks } = this.#around;
    const { keyId, goal, uploads: wanted, budgetUsd = null } = opening;
    const earlier = opening.idempotency ? this.opened(opening.idempotency, now) : ok(null);
    if (!earlier.ok) return earlier;
    if (earlier.value) return ok(earlier.value);
    const tooMany = goals.refusal();
    if (tooMany) return err(tooMany);
    const found = uploads.findAll(wanted, now);
    if (!found.ok) return found;
    // Last, as it counts the start. Its runs set their money aside themselves.
    const admitted = admissions.plan({ keyId, budgetUsd, planningUsd: 0 }, now);
    if (!admitted.ok) return admitted;
    goals.open(opening, now);
    uploads.adopt(wanted, goal);
    return ok({ goal, replay: false, resources: found.value, endpoints: webhooks.listening() });
  }

  /** The goal that an earlier request opened under an idempotency key; null for none. */
  opened(idempotency: NonNullable<GoalOpening["idempotency"]>, now: number): Result<OpenedGoal | null> {
    const { admissions, goals, uploads, webhooks } = this.#around;
    if (admissions.isForestalled(idempotency.key, now)) return err(FORESTALLED);
    const known = goals.known(idempotency, now);
    if (!known.ok || !known.value) return known.ok ? ok(null) : known;
    const resources = uploads.findAll(known.value.uploads, now);
    if (!resources.ok) return resources;
    return ok({ goal: known.value.id, replay: true, resources: resources.value, endpoints: webhooks.listening() });
  }
}
