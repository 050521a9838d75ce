import { ConversationView } from "./conversation-view.tsx";
import { StartView } from "./start-view.tsx";

/** @param conversation null for one that is still to be opened */
export function ChatPage({ conversation }: { readonly conversation: string | null }) {
  return conversation === null ? <StartView /> : <ConversationView id={conversation} />;
}
