import { type ChangeEvent, useEffect, useRef, useState } from "react";

/** Long enough for the next key. */
const WAIT_MS = 250;

/** A text field whose text is passed on when nobody has typed for a moment. */
export function useDeferredText(text: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const pass = useRef(onText);
  pass.current = onText;
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      pass.current(typed);
      setTyped(null);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    value: typed ?? text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>): void => setTyped(target.value),
  };
}
