import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useRoute } from "wouter";
import type { ConversationEntry } from "../../src/client/client.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { wordsOf } from "../ui/fault.tsx";
import styles from "./conversation-list.module.css";
import { DeleteConversation } from "./delete-conversation.tsx";
import { useConversations } from "./use-conversations.ts";

/** The conversations of this key, the newest first. */
export function ConversationList() {
  const { data, error, needsKey, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useConversations();
  const [, current] = useRoute("/chat/:id");
  const [condemned, setCondemned] = useState<ConversationEntry | null>(null);
  return (
    <nav aria-label="Conversations" className={styles.list}>
      {data?.length === 0 ? <p className={styles.note}>Conversations are kept here.</p> : null}
      {needsKey ? (
        <p className={styles.note}>
          An API key is needed. <Link href="/settings">Set one</Link>
        </p>
      ) : error && !data ? (
        <p className={styles.note}>
          {wordsOf(error)} <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      ) : null}
      <ul>
        {data?.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <Link
              href={`/chat/${encodeURIComponent(entry.id)}`}
              className={styles.link}
              aria-current={current?.id === entry.id ? "page" : undefined}
              title={entry.title}
            >
              {entry.title.trim() || "Without a title"}
            </Link>
            <IconButton label={`Delete “${entry.title}”`} className={styles.delete} onClick={() => setCondemned(entry)}>
              <Trash2 size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button look="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          More
        </Button>
      ) : null}
      {condemned === null ? null : (
        <DeleteConversation
          key={condemned.id}
          entry={condemned}
          isShown={current?.id === condemned.id}
          onClose={() => setCondemned(null)}
        />
      )}
    </nav>
  );
}
