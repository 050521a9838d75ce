import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { RunView } from "../../src/client/client.ts";
import { useClient } from "./client.ts";
import { pauseUntilHeard } from "./connection.ts";
import { presence } from "./presence.ts";
import { watchRun } from "./watch-run.ts";

export interface LiveRun {
  /** Null until it is first heard of. */
  readonly run: RunView | null;
  /** Markdown, as far as it has been written. */
  readonly answer: string;
  /** What the server refused for good. */
  readonly fault: unknown;
}

const UNHEARD: LiveRun = { run: null, answer: "", fault: null };

/** The query under which every view finds a run. */
export const runKey = (id: string): readonly [string, string] => ["run", id];

/** A run as it is now, and as it changes while it lasts. @param id null for none */
export function useRun(id: string | null): LiveRun {
  const client = useClient();
  const queries = useQueryClient();
  const [live, setLive] = useState<LiveRun & { readonly id: string | null }>({ ...UNHEARD, id });

  useEffect(() => {
    if (id === null) return;
    const left = new AbortController();
    const known = queries.getQueryData<RunView>(runKey(id)) ?? null;
    const change = (part: Partial<LiveRun>): void => {
      if (!left.signal.aborted) setLive((before) => ({ ...before, ...part }));
    };
    setLive({ ...UNHEARD, id, run: known, answer: known?.answer ?? "" });
    const watcher = {
      onRun: (run: RunView) => {
        queries.setQueryData(runKey(id), run);
        change(run.answer === null ? { run } : { run, answer: run.answer });
      },
      onAnswer: (answer: string) => change({ answer }),
    };
    watchRun(client, id, watcher, { pause: pauseUntilHeard, presence, signal: left.signal }).catch((fault: unknown) =>
      change({ fault }),
    );
    return () => left.abort();
  }, [client, id, queries]);

  // What is left of another run is not shown for a moment in the place of this one.
  return live.id === id ? live : UNHEARD;
}
