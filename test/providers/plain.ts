import type { OutputDraft } from "../../src/providers/provider.ts";

/** An output as a test compares it: its text, its data, or its media type and size. */
export async function plain(draft: OutputDraft | undefined): Promise<unknown> {
  switch (draft?.as) {
    case undefined:
      return undefined;
    case "text":
      return draft.text;
    case "data":
      return draft.data;
    case "bytes":
      return { mediaType: draft.mediaType, bytes: draft.bytes.length };
    case "stream":
      return { mediaType: draft.mediaType, bytes: (await new Response(draft.stream).arrayBuffer()).byteLength };
  }
}
