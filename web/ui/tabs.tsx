import { type KeyboardEvent, type ReactNode, useId } from "react";
import styles from "./tabs.module.css";

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
}

/** Views of the same thing, of which one is shown (WAI-ARIA's tabs: arrow keys go from one to the next). */
export function Tabs<Name extends string>({
  label,
  tabs,
  shown,
  onShow,
  children,
}: {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly shown: Name;
  readonly onShow: (name: Name) => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const place = tabs.findIndex(({ name }) => name === shown);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step === undefined ? undefined : tabs[(place + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onShow(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map(({ name, label: text }) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === shown}
            aria-controls={`${id}-panel`}
            tabIndex={name === shown ? 0 : -1}
            className={styles.tab}
            onClick={() => onShow(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`} className={styles.panel}>
        {children}
      </div>
    </div>
  );
}
