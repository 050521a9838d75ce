import { createHash } from "node:crypto";
import type { Task } from "../../src/domain/plan.ts";
import { bindInputs } from "../../src/domain/run/bindings.ts";
import { dependenceOf, type KnownResult, type KnownResults } from "../../src/domain/run/reuse.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import type { Candidate } from "../../src/domain/selection.ts";
import type { Ontology } from "../../src/domain/task-types/index.ts";
import type { Ledger } from "./ledger.ts";

/** A model may be another one a day later, although it is called the same. */
const REUSE_WITHIN_MS = 24 * 60 * 60_000;

/** What the tasks of a conversation came to, as far as it may be used again. */
export class Results implements KnownResults {
  readonly #ledger: Pick<Ledger, "findResult" | "findResource">;
  readonly #ontology: Ontology;
  readonly #now: () => number;
  readonly #workerVersion: string | null;

  /** @param workerVersion which version of the Worker this is, and with it of its embedded experts; null where unknown */
  constructor(
    ledger: Pick<Ledger, "findResult" | "findResource">,
    ontology: Ontology,
    now: () => number,
    workerVersion: string | null,
  ) {
    this.#ledger = ledger;
    this.#ontology = ontology;
    this.#now = now;
    this.#workerVersion = workerVersion;
  }

  fingerprint(state: RunState, task: Task, candidate: Candidate): string | null {
    const type = this.#ontology.get(task.type);
    if (!type || type.varies) return null;
    const inputs = bindInputs(task, type, state, {
      ontology: this.#ontology,
      findResource: (id) => this.#ledger.findResource(id),
    });
    const dependence = dependenceOf(type, inputs, this.#versioned(candidate));
    return dependence === null ? null : createHash("sha256").update(dependence).digest("hex");
  }

  /** An embedded expert states no version: it is another with each deployment. */
  #versioned(candidate: Candidate): Candidate {
    if (candidate.provider !== "embedded" || this.#workerVersion === null) return candidate;
    return { ...candidate, version: this.#workerVersion };
  }

  find(fingerprint: string): KnownResult | null {
    return this.#ledger.findResult(fingerprint, this.#now() - REUSE_WITHIN_MS);
  }
}
