import { loadWordVectors } from "../../words/stored.ts";
import { loadConstraintReader } from "./constraints/stored.ts";
import { createEmbeddedController, type EmbeddedController, type PlannerKnowledge } from "./index.ts";
import { loadNetwork } from "./rank/stored.ts";

/** What the embedded controller knows, out of the files beside it: for scripts and tests. */
export const storedKnowledge: PlannerKnowledge = {
  vectors: loadWordVectors,
  network: loadNetwork,
  constraintReader: loadConstraintReader,
};

/** The embedded controller with that. */
export const embeddedController: EmbeddedController = createEmbeddedController(storedKnowledge);
