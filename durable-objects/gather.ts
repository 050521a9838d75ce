/**
 * How long an outcome waits for others to be written with it: every write is a disk flush on the one
 * thread of an isolate, and tasks that began together tend to end together.
 */
export const GATHER_MS = 2;
