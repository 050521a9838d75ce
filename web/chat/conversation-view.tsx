import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { ApiError, type ResourceView, type RunView } from "../../src/client/client.ts";
import { useConversation } from "../api/use-conversation.ts";
import { useRun } from "../api/use-run.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import { NotHere } from "../ui/not-here.tsx";
import page from "../ui/page.module.css";
import { statusWords } from "../ui/status.tsx";
import { WIDE } from "../ui/use-media.ts";
import { useTitle } from "../ui/use-title.ts";
import { preloadMarkdown } from "./answer.tsx";
import { preloadResults } from "./assistant-turn.tsx";
import { Composer, NEXT_REQUEST } from "./composer.tsx";
import styles from "./conversation.module.css";
import { rememberRun, useKnownRun } from "./conversation-queries.ts";
import { RunSide } from "./run-side.tsx";
import { spokenAnswer } from "./run-words.ts";
import { Thread } from "./thread.tsx";
import { currentRun, isEnded, turnsOf } from "./turns.ts";
import { useConversations } from "./use-conversations.ts";
import { useLatest } from "./use-latest.ts";
import { type Send, useSend } from "./use-send.ts";
import { useShownRun } from "./use-shown-run.ts";
import { useWriting } from "./use-writing.ts";
import { beginningOf, titleWords } from "./words.ts";

const MAX_TITLE_CHARS = 80;
const NO_FILES: readonly ResourceView[] = [];

/** A conversation: what was asked and what became of it, the plan of one of its runs, and the next message. */
export function ConversationView({ id }: { readonly id: string }) {
  const { data: conversation, error, refetch } = useConversation(id);
  const queries = useQueryClient();
  const { shown, show } = useShownRun();
  const send = useSend(id);
  const writing = useWriting(id);
  const latest = useLatest();
  const turns = useMemo(() => (conversation ? turnsOf(conversation) : []), [conversation]);
  const current = conversation ? currentRun(conversation) : null;
  const live = useRun(current);
  const known = useKnownRun(shown, shown === current);
  const announcement = useAnnouncement(live.run);
  const listed = useConversations().data?.find((entry) => entry.id === id)?.title ?? turns[0]?.text;
  const title = listed === undefined ? null : beginningOf(titleWords(listed), MAX_TITLE_CHARS);
  useTitle(title);
  useEffect(() => {
    preloadMarkdown();
    preloadResults();
  }, []);

  const ended = live.run && live.run.endedAt !== null ? live.run : null;
  useEffect(() => {
    if (ended) rememberRun(queries, ended);
  }, [ended, queries]);

  const { field } = writing;
  useEffect(() => {
    if (isJustSent()) field.current?.focus();
  }, [field]);

  const onSent = (run: RunView): void => {
    latest.toEnd();
    // One that waits its turn leaves the one at work in sight.
    if (matchMedia(WIDE).matches && run.queuePosition === 0) show(run.id);
  };
  const sendHere: Send = async (text, attached) => {
    const run = await send(text, attached);
    onSent(run);
    return run;
  };

  const closePlan = (): void => {
    const opener = document.querySelector<HTMLElement>(`[data-plan-of="${CSS.escape(shown ?? "")}"]`);
    show(null);
    // The button that was pressed is gone with the plan.
    requestAnimationFrame(() => opener?.focus({ preventScroll: true }));
  };

  const shownRun = shown === null ? null : ((shown === current ? live.run : null) ?? known.data ?? null);
  const shownFault = shown === current ? live.fault : known.error;
  // A run without a plan, or whose plan is still being made, has nothing to stand beside the thread.
  const hasSide = shown !== null && (shownRun ? shownRun.tasks.length > 0 : shownFault !== null);
  if (!conversation && error) return <NoConversation fault={error} onRetry={() => void refetch()} />;
  const open = turns.filter(({ status }) => !isEnded(status)).length;
  return (
    <div className={styles.view}>
      <div className={styles.column}>
        <h1 className="visually-hidden">{title ?? "Conversation"}</h1>
        <Thread
          turns={turns}
          known={conversation?.resources ?? NO_FILES}
          current={current}
          live={live}
          latest={latest}
          onSend={sendHere}
          onEdit={(text) => {
            writing.setText(text);
            field.current?.focus();
          }}
        />
        <div className={styles.foot}>
          <Composer
            written={NEXT_REQUEST}
            conversation={id}
            writing={writing}
            onSend={send}
            onSent={onSent}
            note={open === 0 ? null : `${open === 1 ? "One message goes" : `${open} messages go`} before this one.`}
          />
        </div>
        <p role="status" className="visually-hidden">
          {announcement}
        </p>
      </div>
      {hasSide ? <RunSide run={shownRun} fault={shownFault} onClose={closePlan} /> : null}
    </div>
  );
}

/** Whether a message that was just sent led here: who wrote it goes on writing. */
const isJustSent = (): boolean => {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "isSent" in state;
};

/** In the place of a conversation that cannot be shown. */
function NoConversation({ fault, onRetry }: { readonly fault: unknown; readonly onRetry: () => void }) {
  const isGone = fault instanceof ApiError && fault.status === 404;
  useTitle(isGone ? "No such conversation" : null);
  if (isGone) return <NotHere what="conversation" onward="Begin a new one" />;
  return (
    <div className={page.page}>
      <h1>The conversation cannot be shown</h1>
      <Fault fault={fault} />
      <p>
        <Button onClick={onRetry}>Try again</Button>
      </p>
    </div>
  );
}

/** What a screen reader is told of a run that is watched: how it stands, and in the end its answer. */
function useAnnouncement(run: RunView | null): string {
  const [told, setTold] = useState("");
  const words =
    run === null
      ? null
      : run.endedAt === null
        ? `The run: ${statusWords(run.status)}`
        : `The run: ${statusWords(run.status)}. ${spokenAnswer(run.answer ?? "")}`;
  // What was told last stays when the run is no longer watched, or it would be gone before it is read.
  useEffect(() => {
    if (words !== null) setTold(words);
  }, [words]);
  return told;
}
