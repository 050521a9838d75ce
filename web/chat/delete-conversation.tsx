import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { ConversationEntry } from "../../src/client/client.ts";
import { unlessGone, useClient } from "../api/client.ts";
import { conversationKey } from "../api/use-conversation.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/fault.tsx";
import styles from "./conversation-list.module.css";
import { LIST_KEY } from "./conversation-queries.ts";
import { forgetDraft } from "./use-attachments.ts";
import { titleWords } from "./words.ts";

/** Asks whether a conversation is really to be deleted. @param isShown it is the one that is being read */
export function DeleteConversation({
  entry: { id, title },
  isShown,
  onDeleted,
  onClose,
}: {
  readonly entry: ConversationEntry;
  readonly isShown: boolean;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const deletion = useMutation({
    mutationFn: () => client.deleteConversation(id).catch(unlessGone),
    onSuccess: async () => {
      forgetDraft(id);
      onDeleted();
      if (isShown) go("/");
      queries.removeQueries({ queryKey: conversationKey(id) });
      await queries.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
  return (
    <Dialog title="Delete this conversation?" onClose={onClose}>
      <div className={styles.question}>
        <p>
          “{titleWords(title)}” is deleted for good, with its messages, its files and its reports. A run that is under
          way ends.
        </p>
        {deletion.error ? <Fault fault={deletion.error} /> : null}
        <p className={styles.answers}>
          <Button look="danger" isBusy={deletion.isPending} onClick={() => deletion.mutate()}>
            Delete
          </Button>
          <Button onClick={onClose}>Keep</Button>
        </p>
      </div>
    </Dialog>
  );
}
