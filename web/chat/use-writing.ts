import { useRef, useState } from "react";
import type { Writing } from "./composer.tsx";
import { drafts } from "./drafts.ts";
import { useAttachments } from "./use-attachments.ts";

/** The message that is being written; it outlasts a reload. */
export function useWriting(conversation: string | null): Writing {
  const [text, setShown] = useState(() => drafts.read(conversation));
  const attachments = useAttachments(conversation);
  const field = useRef<HTMLTextAreaElement>(null);
  const setText = (next: string): void => {
    setShown(next);
    drafts.write(conversation, next);
  };
  return { text, setText, attachments, field };
}
