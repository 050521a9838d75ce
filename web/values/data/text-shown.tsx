import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import styles from "./data.module.css";

/** Some ten lines: what is longer is folded. */
const FOLDED_CHARACTERS = 900;

/** A text as it is written, never as markup; a long one is folded. */
export function TextShown({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const isLong = text.length > FOLDED_CHARACTERS;
  return (
    <div className={styles.parts}>
      <p id={id} className={styles.text} dir="auto">
        {isLong && !isWhole ? `${text.slice(0, FOLDED_CHARACTERS)}…` : text}
      </p>
      {isLong ? (
        <Button
          look="quiet"
          className={styles.more}
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "Show less" : "Show all"}
        </Button>
      ) : null}
      {children}
    </div>
  );
}
