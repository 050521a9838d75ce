import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { WRITING_FIELD } from "../chat/composer.tsx";
import { FIND_CONVERSATION } from "../chat/find-conversation.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { actionOf, KEYS } from "./key-actions.ts";
import styles from "./keys.module.css";

/** What single keys do wherever one is, and the list of them. */
export function Keys() {
  const [, go] = useLocation();
  const [isListed, setListed] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
      // A window over the page has its own keys.
      if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      const action = actionOf(event, isTyping);
      if (action === null) return;
      if (action === "list") setListed(true);
      else if (action === "write" && !focus(WRITING_FIELD)) go("/");
      else if (action === "find" && !focus(FIND_CONVERSATION)) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [go]);
  if (!isListed) return null;
  return (
    <Dialog title="Keys" onClose={() => setListed(false)}>
      <dl className={styles.keys}>
        {KEYS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** @returns whether there is such a field to go to */
function focus(id: string): boolean {
  const field = document.getElementById(id);
  field?.focus();
  return field !== null;
}
