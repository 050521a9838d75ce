import { ArrowDown } from "lucide-react";
import { useState } from "react";
import type { ResourceView } from "../../src/client/client.ts";
import type { LiveRun } from "../api/use-run.ts";
import { Button } from "../ui/button.tsx";
import styles from "./conversation.module.css";
import { TurnShown } from "./turn-shown.tsx";
import type { Turn } from "./turns.ts";
import type { Latest } from "./use-latest.ts";
import type { Send } from "./use-send.ts";

/** So many turns are shown at first, and with each wish for more: each asks the server for its run. */
const TURNS_AT_ONCE = 20;

/** The turns of a conversation, the latest last. @param current the run that `live` is of */
export function Thread({
  turns,
  known,
  current,
  live,
  latest,
  onSend,
  onEdit,
}: {
  readonly turns: readonly Turn[];
  /** The files of the conversation. */
  readonly known: readonly ResourceView[];
  readonly current: string | null;
  readonly live: LiveRun;
  readonly latest: Latest;
  readonly onSend: Send;
  /** Takes a message to where the next one is written. */
  readonly onEdit: (text: string) => void;
}) {
  const [shown, setShown] = useState(TURNS_AT_ONCE);
  const hidden = Math.max(0, turns.length - shown);
  return (
    <div className={styles.reading}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section ref={latest.scroller} className={styles.scroller} tabIndex={0} aria-label="Conversation">
        <div ref={latest.content} className={styles.thread}>
          {hidden === 0 ? null : (
            <Button look="quiet" onClick={() => setShown(shown + TURNS_AT_ONCE)}>
              Show earlier messages
            </Button>
          )}
          {turns.slice(hidden).map((turn, index) => (
            <TurnShown
              key={turn.run}
              turn={turn}
              live={turn.run === current ? live : null}
              known={known}
              isFirst={hidden + index === 0}
              isLast={hidden + index === turns.length - 1}
              onSend={onSend}
              onEdit={onEdit}
            />
          ))}
        </div>
      </section>
      {latest.isAtEnd ? null : (
        <Button className={styles.toEnd} onClick={latest.toEnd}>
          <ArrowDown size={16} aria-hidden /> To the latest
        </Button>
      )}
    </div>
  );
}
