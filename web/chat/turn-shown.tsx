import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { ResourceView } from "../../src/client/client.ts";
import { type LiveRun, runKey } from "../api/use-run.ts";
import { Button } from "../ui/button.tsx";
import { AssistantTurn } from "./assistant-turn.tsx";
import { AttachedFiles } from "./attached-files.tsx";
import { useKnownRun } from "./conversation-queries.ts";
import styles from "./turn.module.css";
import type { Turn } from "./turns.ts";
import type { Send } from "./use-send.ts";
import { foldedText } from "./words.ts";

/** A message and what became of it. @param live the run as it is watched; null for one that is not */
export function TurnShown({
  turn,
  live,
  known: files,
  isFirst,
  isLast,
  onSend,
  onEdit,
}: {
  readonly turn: Turn;
  readonly live: LiveRun | null;
  /** The files of the conversation. */
  readonly known: readonly ResourceView[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onSend: Send;
  readonly onEdit: (text: string) => void;
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
        isLast={isLast}
        onSend={onSend}
        onEdit={onEdit}
      />
    </article>
  );
}

/** What was asked, with the files that it came with. */
function UserMessage({ text, files }: { readonly text: string; readonly files: readonly ResourceView[] }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const folded = foldedText(text);
  return (
    <div className={styles.asked}>
      <h2 className="visually-hidden">You asked</h2>
      <AttachedFiles files={files} />
      <p className={styles.words}>{folded === null || isUnfolded ? text : folded}</p>
      {folded === null ? null : (
        <Button look="quiet" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {isUnfolded ? "Show less" : `Show all ${text.length.toLocaleString("en")} characters`}
        </Button>
      )}
    </div>
  );
}
