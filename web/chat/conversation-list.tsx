export function ConversationList() {
  return <nav aria-label="Conversations" />;
}
