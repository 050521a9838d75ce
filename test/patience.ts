/** What a busy machine may take for what comes by itself; only a test that fails waits for all of it. */
export const WITHIN_MS = 50_000;

/** The limits of a test, in both configurations of vitest. */
export const PATIENCE = { testTimeout: 60_000, expect: { poll: { timeout: WITHIN_MS } } };

/** The preference of a request whose run is waited for however long it takes; the test's own limit comes first. */
export const UNTIL_ENDED = "wait=300";
