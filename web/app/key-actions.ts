/** What a key does wherever one is: to write a request, to find a conversation, to list the keys. */
export type KeyAction = "write" | "find" | "list";

/** As they are told. */
export const KEYS: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: "/", does: "Write a request" },
  { keys: "Ctrl K", does: "Find a conversation" },
  { keys: "Enter", does: "Send what is written" },
  { keys: "Shift Enter", does: "Begin a new line" },
  { keys: "Esc", does: "Close what is open" },
  { keys: "?", does: "Show these keys" },
];

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** What a key that was pressed asks for; null for nothing. @param isTyping it was pressed in a field, where characters are text */
export function actionOf({ key, ctrlKey, metaKey, altKey }: Pressed, isTyping: boolean): KeyAction | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === "k" ? "find" : null;
  if (isTyping) return null;
  return key === "/" ? "write" : key === "?" ? "list" : null;
}
