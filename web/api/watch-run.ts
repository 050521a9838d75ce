import type { Client, RunView } from "../../src/client/client.ts";
import { type WatchOptions, watch } from "./watch.ts";

/** The links to files that come with a conversation or a run last for most of a day. */
export const LINKS_LAST_MS = 60 * 60_000;

export interface RunWatcher {
  /** Gets the run whenever something has changed. */
  readonly onRun: (run: RunView) => void;
  /** Gets the answer as far as it has been written. */
  readonly onAnswer: (text: string) => void;
}

/**
 * Watches a run until it has ended, and passes its answer on as it is written.
 * @throws {ApiError} what the server refuses for good
 */
export function watchRun(
  client: Client,
  id: string,
  { onRun, onAnswer }: RunWatcher,
  options: WatchOptions,
): Promise<void> {
  let answer = "";
  /** As it was last read, and when it was last read whole: of a wide plan only what has changed is read again. */
  let known: RunView | undefined;
  let wholeAt = 0;
  return watch(
    {
      read: async (signal) => {
        const at = Date.now();
        const isFresh = at - wholeAt < LINKS_LAST_MS;
        const run = await client.run(id, { known: isFresh ? known : undefined, signal });
        if (!isFresh) wholeAt = at;
        if (run.seq >= (known?.seq ?? 0)) known = run;
        return run;
      },
      events: (from) => client.events(id, from),
      onRead: onRun,
      onEvent: (event) => {
        if (event.type !== "answer-start" && event.type !== "answer-delta") return true;
        answer = event.type === "answer-start" ? "" : answer + event.data.text;
        onAnswer(answer);
        return false;
      },
    },
    options,
  );
}
