import type { WorstCase } from "./case.ts";

/** Hostile inputs. */
export const AUDIO_CASES: readonly WorstCase[] = [];
