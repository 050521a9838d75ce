import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { ResourceView, RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { settingsNow } from "../api/settings.ts";
import { rememberStart } from "./conversation-queries.ts";
import { newMessage } from "./new-message.ts";
import { sendOnce, type Unsure } from "./send-once.ts";

export type Send<Sent = RunView> = (text: string, attached: readonly ResourceView[]) => Promise<Sent>;

/** Sends a message: to a conversation, or to a new one for null. @throws what `Client.start` and `message` throw */
export function useSend(conversation: string | null): Send {
  const client = useClient();
  const queries = useQueryClient();
  const unsure = useRef<Unsure | null>(null);

  return async (text, attached) => {
    const message = newMessage(
      text,
      attached.map(({ id }) => id),
      settingsNow(),
    );
    const run = await sendOnce(unsure, message, (body, idempotencyKey) =>
      conversation === null
        ? client.start(body, { idempotencyKey })
        : client.message(conversation, body, { idempotencyKey }),
    );
    rememberStart(queries, run, attached);
    return run;
  };
}
