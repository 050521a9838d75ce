import { useEffect, useState, useSyncExternalStore } from "react";
import { useClient } from "../api/client.ts";
import { isPicture } from "../ui/links.ts";
import { Attachments } from "./attachments.ts";

/** A larger picture would be decoded whole to be shown as small as a stamp. */
const MAX_PREVIEWED_BYTES = 20 * 1024 * 1024;

/** The files of the message that is being written. They are let go when the writer is left. */
export function useAttachments(): Attachments {
  const client = useClient();
  const [attachments] = useState(
    () =>
      new Attachments({
        upload: (file, name, signal) => client.upload(file, { name }, { signal }),
        preview: (file) =>
          isPicture({ mediaType: file.type }) && file.size <= MAX_PREVIEWED_BYTES ? URL.createObjectURL(file) : null,
        release: (address) => URL.revokeObjectURL(address),
      }),
  );
  useEffect(() => () => attachments.clear(), [attachments]);
  return attachments;
}

export const useAttached = (attachments: Attachments): ReturnType<Attachments["now"]> =>
  useSyncExternalStore(attachments.subscribe, attachments.now);
