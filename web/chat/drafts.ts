import type { ResourceView } from "../../src/client/client.ts";
import type { KeptFile } from "./attachments.ts";

/** What is being written, kept until it is sent: one message a conversation, for as long as the tab is open. */
export interface Drafts {
  readonly read: (conversation: string | null) => string;
  readonly write: (conversation: string | null, text: string) => void;
  readonly readFiles: (conversation: string | null) => readonly KeptFile[];
  readonly writeFiles: (conversation: string | null, files: readonly KeptFile[]) => void;
}

const textItem = (conversation: string | null): string => `impresario.draft.${conversation ?? "new"}`;
const filesItem = (conversation: string | null): string => `impresario.draft-files.${conversation ?? "new"}`;

/** @param storage looked up at each use: where storage is forbidden, the look alone throws */
export function draftsIn(storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">): Drafts {
  const read = (item: string): string => {
    try {
      return storage().getItem(item) ?? "";
    } catch {
      return "";
    }
  };
  const write = (item: string, content: string): void => {
    try {
      if (content === "") storage().removeItem(item);
      else storage().setItem(item, content);
    } catch {
      // Forbidden or full: then it lasts as long as the page.
    }
  };
  return {
    read: (conversation) => read(textItem(conversation)),
    write: (conversation, text) => write(textItem(conversation), text),
    readFiles: (conversation) => readKept(read(filesItem(conversation))),
    writeFiles: (conversation, files) =>
      write(filesItem(conversation), files.length === 0 ? "" : JSON.stringify(files)),
  };
}

export const drafts: Drafts = draftsIn(() => sessionStorage);

/** The files that were stored, as far as they are what this version writes. */
function readKept(stored: string): readonly KeptFile[] {
  let value: unknown = null;
  try {
    value = JSON.parse(stored || "null");
  } catch {
    // Somebody else's, or half written: as if it were not there.
  }
  return Array.isArray(value) ? value.filter(isKept) : [];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isKept = (value: unknown): value is KeptFile =>
  isRecord(value) &&
  typeof value.name === "string" &&
  typeof value.bytes === "number" &&
  (value.resource === null || isResource(value.resource));

const RESOURCE_WORDS = ["id", "name", "kind", "mediaType", "url"] as const satisfies readonly (keyof ResourceView)[];

const isResource = (value: unknown): boolean =>
  isRecord(value) && typeof value.bytes === "number" && RESOURCE_WORDS.every((word) => typeof value[word] === "string");
