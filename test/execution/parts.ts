import type { ExecutionParts } from "../../src/execution/index.ts";
import type { JobSlot } from "../../src/providers/provider.ts";

export const NO_SLOT: JobSlot = { load: async () => null, save: async () => undefined };

/** For attempts that wait for nobody, and whose jobs nobody remembers. */
export const ALONE: Pick<ExecutionParts, "gateOf" | "jobSlot"> = { gateOf: async () => null, jobSlot: () => NO_SLOT };
