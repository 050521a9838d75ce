import { Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useRoute } from "wouter";
import type { ConversationEntry } from "../../src/client/client.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { KeyAdvice, wordsOf } from "../ui/fault.tsx";
import styles from "./conversation-list.module.css";
import { DeleteConversation } from "./delete-conversation.tsx";
import { FindConversation } from "./find-conversation.tsx";
import { RenameConversation } from "./rename-conversation.tsx";
import { useConversations } from "./use-conversations.ts";
import { day, hasWords, titleWords } from "./words.ts";

/** The conversations of this key, the newest first. */
export function ConversationList() {
  const { data, error, needsKey, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useConversations();
  const [, current] = useRoute("/chat/:id");
  const [condemned, setCondemned] = useState<ConversationEntry | null>(null);
  const [renamed, setRenamed] = useState<ConversationEntry | null>(null);
  const list = useRef<HTMLElement>(null);
  const [words, setWords] = useState("");
  const found = data?.filter(({ title }) => hasWords(titleWords(title), words));

  const more = async (): Promise<void> => {
    const before = data?.length ?? 0;
    await fetchNextPage();
    // The button is further down, or gone: the keyboard goes on with what it brought.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>("li > a")[before]?.focus());
  };
  const onDeleted = (): void => {
    const isShown = condemned?.id === current?.id;
    const place = data?.findIndex(({ id }) => id === condemned?.id) ?? -1;
    const next = data?.[place + 1] ?? data?.[place - 1];
    // The window gives the focus back when it goes, to a button that goes with its conversation.
    flushSync(() => setCondemned(null));
    // Another view has its own place to begin.
    if (!isShown) (linkTo(next) ?? list.current)?.focus();
  };
  const linkTo = (entry: ConversationEntry | undefined): HTMLElement | null =>
    entry ? (list.current?.querySelector<HTMLElement>(`a[data-entry="${CSS.escape(entry.id)}"]`) ?? null) : null;

  return (
    <nav ref={list} tabIndex={-1} aria-label="Conversations" className={styles.list}>
      {data?.length === 0 ? <p className={styles.note}>Conversations are kept here.</p> : null}
      {data && data.length > 0 ? <FindConversation words={words} onWords={setWords} /> : null}
      {data && data.length > 0 && found?.length === 0 ? (
        <p className={styles.note} role="status">
          None of {hasNextPage ? "those that are listed" : "them"} has these words.
        </p>
      ) : null}
      {needsKey ? (
        <p className={styles.note}>
          {wordsOf(error)}. <KeyAdvice />
        </p>
      ) : error && !data ? (
        <p className={styles.note}>
          {wordsOf(error)} <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      ) : null}
      <ul>
        {found?.map((entry) => {
          const title = titleWords(entry.title);
          return (
            <li key={entry.id} className={styles.entry}>
              <Link
                href={`/chat/${encodeURIComponent(entry.id)}`}
                className={styles.link}
                data-entry={entry.id}
                aria-current={current?.id === entry.id ? "page" : undefined}
                title={title}
              >
                <span className={styles.title}>{title}</span> <small>{day.format(new Date(entry.createdAt))}</small>
              </Link>
              <span className={styles.tools}>
                <IconButton label={`Rename “${title}”`} onClick={() => setRenamed(entry)}>
                  <Pencil size={16} aria-hidden />
                </IconButton>
                <IconButton label={`Delete “${title}”`} onClick={() => setCondemned(entry)}>
                  <Trash2 size={16} aria-hidden />
                </IconButton>
              </span>
            </li>
          );
        })}
      </ul>
      {hasNextPage ? (
        <Button look="quiet" isBusy={isFetchingNextPage} onClick={() => void more()}>
          Older conversations
        </Button>
      ) : null}
      {renamed === null ? null : (
        <RenameConversation key={renamed.id} entry={renamed} onClose={() => setRenamed(null)} />
      )}
      {condemned === null ? null : (
        <DeleteConversation
          key={condemned.id}
          entry={condemned}
          isShown={current?.id === condemned.id}
          onDeleted={onDeleted}
          onClose={() => setCondemned(null)}
        />
      )}
    </nav>
  );
}
