import type { Client, RunView } from "../../src/client/client.ts";
import { type WatchOptions, watch } from "./watch.ts";

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
  return watch(
    {
      read: (signal) => client.run(id, { signal }),
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
