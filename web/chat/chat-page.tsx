/** @param conversation null for one that is still to be opened */
export function ChatPage({ conversation }: { readonly conversation: string | null }) {
  return <h1>{conversation ?? "What is to be done?"}</h1>;
}
