import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { ResourceView, RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { settingsNow } from "../api/settings.ts";
import { rememberStart } from "./conversation-queries.ts";
import { newMessage } from "./new-message.ts";

export type Send = (text: string, attached: readonly ResourceView[]) => Promise<RunView>;

const KEY_BYTES = 16;
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Sends a message: to a conversation, or to a new one for null. @throws what `Client.start` and `message` throw */
export function useSend(conversation: string | null): Send {
  const client = useClient();
  const queries = useQueryClient();
  /** One that failed may have arrived all the same: sent again as it is, it makes no second run. */
  const unsure = useRef<{ readonly body: string; readonly key: string } | null>(null);

  return async (text, attached) => {
    const message = newMessage(
      text,
      attached.map(({ id }) => id),
      settingsNow(),
    );
    const body = JSON.stringify(message);
    const idempotencyKey = unsure.current?.body === body ? unsure.current.key : newKey();
    unsure.current = { body, key: idempotencyKey };
    const run = await (conversation === null
      ? client.start(message, { idempotencyKey })
      : client.message(conversation, message, { idempotencyKey }));
    unsure.current = null;
    rememberStart(queries, run, attached);
    return run;
  };
}
