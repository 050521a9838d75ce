import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { ConversationEntry } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/fault.tsx";
import styles from "./conversation-list.module.css";
import { conversationKey, LIST_KEY } from "./conversation-queries.ts";
import { drafts } from "./drafts.ts";

/** Asks whether a conversation is really to be deleted. @param isShown it is the one that is being read */
export function DeleteConversation({
  entry: { id, title },
  isShown,
  onClose,
}: {
  readonly entry: ConversationEntry;
  readonly isShown: boolean;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const deletion = useMutation({
    mutationFn: () => client.deleteConversation(id),
    onSuccess: async () => {
      if (isShown) go("/");
      drafts.write(id, "");
      onClose();
      queries.removeQueries({ queryKey: conversationKey(id) });
      await queries.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
  return (
    <Dialog title="Delete this conversation?" onClose={onClose}>
      <div className={styles.question}>
        <p>
          “{title}” is deleted for good, with its messages, its files and its reports. A run that is under way ends.
        </p>
        {deletion.error ? <Fault fault={deletion.error} /> : null}
        <p className={styles.answers}>
          <Button look="danger" disabled={deletion.isPending} onClick={() => deletion.mutate()}>
            Delete
          </Button>
          <Button onClick={onClose}>Keep</Button>
        </p>
      </div>
    </Dialog>
  );
}
