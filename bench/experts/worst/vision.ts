import type { WorstCase } from "./case.ts";

/** Hostile inputs. */
export const VISION_CASES: readonly WorstCase[] = [];
