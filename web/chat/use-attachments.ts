import { useEffect, useSyncExternalStore } from "react";
import type { Client } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { isPicture } from "../ui/links.ts";
import type { Attachments } from "./attachments.ts";
import { drafts } from "./drafts.ts";
import { HeldAttachments } from "./held-attachments.ts";

/** A larger picture would be decoded whole to be shown as small as a stamp. */
const MAX_PREVIEWED_BYTES = 20 * 1024 * 1024;

/** Who uploads; with another key it is another. */
let uploader: Client | null = null;

const held = new HeldAttachments(
  {
    upload: async (file, name, signal) => {
      if (!uploader) throw new Error("Nobody is there to upload it.");
      return uploader.upload(file, { name }, { signal });
    },
    preview: (file) =>
      isPicture({ mediaType: file.type }) && file.size <= MAX_PREVIEWED_BYTES ? URL.createObjectURL(file) : null,
    release: (address) => URL.revokeObjectURL(address),
  },
  drafts,
);

/** Lets go of what was written, but not sent, to a conversation that is gone. */
export function forgetDraft(conversation: string): void {
  drafts.write(conversation, "");
  held.forget(conversation);
}

/** The files of the message that is being written; they stay while its writer is elsewhere in the page. */
export function useAttachments(conversation: string | null): Attachments {
  const client = useClient();
  const attachments = held.of(conversation);
  useEffect(() => {
    const isOther = uploader !== client;
    uploader = client;
    // What one key was refused, another may do.
    if (isOther) attachments.retryAll();
  }, [client, attachments]);
  return attachments;
}

export const useAttached = (attachments: Attachments): ReturnType<Attachments["now"]> =>
  useSyncExternalStore(attachments.subscribe, attachments.now);
