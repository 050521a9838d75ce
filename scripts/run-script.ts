export interface ScriptOptions {
  /** The script is interrupted then. */
  readonly timeLimitMs?: number;
}

const INTERRUPTED = 130;

/** What went wrong outside of the script: its message says all, and a stack would only bury it. */
export class ScriptError extends Error {}

/**
 * Runs a script that starts processes. Ctrl-C, a closed terminal and the time limit abort the signal it is given,
 * so that its `finally` blocks end what it started; a second Ctrl-C changes nothing, as they are at it already.
 */
export async function runScript(
  main: (signal: AbortSignal) => Promise<number>,
  options: ScriptOptions = {},
): Promise<void> {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => stop.abort(new Error("Interrupted")));
  }
  // With the terminal gone there is nobody to tell, and still something to end.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop.abort(new Error("Interrupted")));
  const timer =
    options.timeLimitMs === undefined
      ? undefined
      : setTimeout(() => stop.abort(new Error(`Not done within ${options.timeLimitMs} ms`)), options.timeLimitMs);
  try {
    process.exitCode = await main(stop.signal);
  } catch (error) {
    const reason: unknown = stop.signal.aborted ? stop.signal.reason : error;
    const isInterrupt = reason instanceof Error && reason.message === "Interrupted";
    const isPlain = stop.signal.aborted || reason instanceof ScriptError;
    console.error(isPlain && reason instanceof Error ? reason.message : reason);
    process.exitCode = isInterrupt ? INTERRUPTED : 1;
  } finally {
    clearTimeout(timer);
  }
}
