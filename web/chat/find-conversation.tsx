import styles from "./conversation-list.module.css";

/** The id of the field that finds a conversation. */
export const FIND_CONVERSATION = "find-conversation";

/** The field by whose words conversations are listed. */
export function FindConversation({
  words,
  onWords,
}: {
  readonly words: string;
  readonly onWords: (words: string) => void;
}) {
  return (
    <search>
      <input
        id={FIND_CONVERSATION}
        type="search"
        className={styles.find}
        aria-label="Find a conversation"
        aria-keyshortcuts="Control+K"
        placeholder="Find a conversation"
        value={words}
        onChange={({ target }) => onWords(target.value)}
      />
    </search>
  );
}
