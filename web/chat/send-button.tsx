import { type ReactNode, useState } from "react";
import type { ResourceView } from "../../src/client/client.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import type { Send } from "./use-send.ts";

const NO_FILES: readonly ResourceView[] = [];

/** Sends a message that is ready; says so where that fails. */
export function SendButton({
  text,
  attached = NO_FILES,
  look,
  onSend,
  children,
}: {
  readonly text: string;
  readonly attached?: readonly ResourceView[];
  readonly look?: "quiet";
  readonly onSend: Send;
  readonly children: ReactNode;
}) {
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const send = async (): Promise<void> => {
    setSending(true);
    setFault(null);
    await onSend(text, attached).catch(setFault);
    setSending(false);
  };
  return (
    <>
      <Button {...(look ? { look } : {})} isBusy={isSending} onClick={() => void send()}>
        {children}
      </Button>
      {fault === null ? null : <Fault fault={fault} />}
    </>
  );
}
