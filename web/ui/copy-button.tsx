import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { copyText } from "./clipboard.ts";

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
