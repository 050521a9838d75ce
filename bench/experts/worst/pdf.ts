import type { WorstCase } from "./case.ts";

/** Hostile inputs. */
export const PDF_CASES: readonly WorstCase[] = [];
