/** What is being written, kept until it is sent: one text a conversation, for as long as the tab is open. */
export interface Drafts {
  readonly read: (conversation: string | null) => string;
  readonly write: (conversation: string | null, text: string) => void;
}

const itemOf = (conversation: string | null): string => `impresario.draft.${conversation ?? "new"}`;

/** @param storage looked up at each use: where storage is forbidden, the look alone throws */
export function draftsIn(storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">): Drafts {
  return {
    read: (conversation) => {
      try {
        return storage().getItem(itemOf(conversation)) ?? "";
      } catch {
        return "";
      }
    },
    write: (conversation, text) => {
      try {
        if (text === "") storage().removeItem(itemOf(conversation));
        else storage().setItem(itemOf(conversation), text);
      } catch {
        // Forbidden or full: then it lasts as long as the page.
      }
    },
  };
}

export const drafts: Drafts = draftsIn(() => sessionStorage);
