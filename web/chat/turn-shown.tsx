import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ResourceView } from "../../src/client/client.ts";
import { type LiveRun, runKey } from "../api/use-run.ts";
import { AssistantTurn } from "./assistant-turn.tsx";
import { useKnownRun } from "./conversation-queries.ts";
import styles from "./turn.module.css";
import type { Turn } from "./turns.ts";
import { UserMessage } from "./user-message.tsx";

/** A message and what became of it. @param live the run as it is watched; null for one that is not */
export function TurnShown({
  turn,
  live,
  known: files,
  isFirst,
  onAgain,
}: {
  readonly turn: Turn;
  readonly live: LiveRun | null;
  /** The files of the conversation. */
  readonly known: readonly ResourceView[];
  readonly isFirst: boolean;
  readonly onAgain: (turn: Turn) => Promise<unknown>;
}) {
  const known = useKnownRun(turn.run, live !== null);
  const queries = useQueryClient();
  const onExpired = useCallback(
    () => void queries.invalidateQueries({ queryKey: runKey(turn.run) }),
    [queries, turn.run],
  );
  const run = live?.run ?? known.data ?? null;
  return (
    <article className={styles.turn} data-run={turn.run}>
      <UserMessage text={turn.text} files={turn.attached} />
      <AssistantTurn
        turn={turn}
        run={run}
        answer={live?.answer || run?.answer || turn.answer || ""}
        fault={live ? live.fault : known.error}
        known={files}
        onExpired={onExpired}
        isFirst={isFirst}
        onAgain={onAgain}
      />
    </article>
  );
}
