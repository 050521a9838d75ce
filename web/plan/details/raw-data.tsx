import { useState } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import styles from "./task-details.module.css";

/** What the API says of something, as it says it. */
export function RawData({ value }: { readonly value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  const text = (): string => JSON.stringify(value, null, 2);
  return (
    <details className={styles.raw} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Raw data</summary>
      {isOpen ? (
        <>
          <CopyButton text={text} label="Copy the JSON" />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <pre className={styles.code} tabIndex={0}>
            {text()}
          </pre>
        </>
      ) : null}
    </details>
  );
}
