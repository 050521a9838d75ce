import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";

/** Long enough to be read. */
const TOLD_MS = 2_000;

/** Puts a text on the clipboard, and says whether that was let. */
export function CopyButton({
  text,
  label = "Copy",
}: {
  readonly text: string | (() => string);
  readonly label?: string;
}) {
  const [told, setTold] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (told === null) return;
    const timer = setTimeout(() => setTold(null), TOLD_MS);
    return () => clearTimeout(timer);
  }, [told]);
  const copy = async (): Promise<void> => {
    try {
      await copyText(typeof text === "string" ? text : text());
      setTold("copied");
    } catch {
      setTold("refused");
    }
  };
  const Icon = told === "copied" ? Check : Copy;
  return (
    <Button look="quiet" onClick={() => void copy()}>
      <Icon size={16} aria-hidden />
      <span aria-live="polite">
        {told === "copied" ? "Copied" : told === "refused" ? "The browser refuses to copy" : label}
      </span>
    </Button>
  );
}

/** Puts a text on the clipboard. @throws where the browser does not let it */
async function copyText(text: string): Promise<void> {
  // Missing in pages that came over plain HTTP, as from another machine of the house.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard) await clipboard.writeText(text);
  else if (!copySelected(text)) throw new Error("The browser does not let the page copy");
}

/** The old way, through a field that is selected; it works without HTTPS. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  // In a modal window, as all else is out of reach.
  (before?.closest("dialog") ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
