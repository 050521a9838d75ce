import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ConversationEntry } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/fault.tsx";
import styles from "./conversation-list.module.css";
import { LIST_KEY } from "./conversation-queries.ts";
import { MAX_TITLE_CHARS } from "./limits.ts";

/** Asks for another title of a conversation. */
export function RenameConversation({
  entry: { id, title },
  onClose,
}: {
  readonly entry: ConversationEntry;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const [text, setText] = useState(title);
  const renaming = useMutation({
    mutationFn: () => client.renameConversation(id, text.trim()),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: LIST_KEY });
      onClose();
    },
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== "" && !renaming.isPending) renaming.mutate();
  };
  return (
    <Dialog title="Rename this conversation" onClose={onClose}>
      <form className={styles.question} onSubmit={onSubmit}>
        <input
          className={styles.find}
          aria-label="Title"
          maxLength={MAX_TITLE_CHARS}
          value={text}
          autoFocus
          onChange={({ target }) => setText(target.value)}
        />
        {renaming.error ? <Fault fault={renaming.error} /> : null}
        <p className={styles.answers}>
          <Button look="primary" type="submit" isBusy={renaming.isPending} disabled={text.trim() === ""}>
            Rename
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </p>
      </form>
    </Dialog>
  );
}
