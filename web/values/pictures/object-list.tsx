import { type ReactNode, useId, useState } from "react";
import styles from "./object-list.module.css";

export interface Listed {
  readonly key: number;
  readonly words: string;
  readonly colour: string;
}

/** What of a list is switched off, and what of it stands out. */
export interface Choice {
  readonly hidden: ReadonlySet<number>;
  readonly lit: number | null;
  readonly light: (key: number | null) => void;
  readonly toggle: (key: number) => void;
  readonly show: (keys: readonly number[], isShown: boolean) => void;
}

export function useChoice(): Choice {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [lit, light] = useState<number | null>(null);
  return {
    ...{ hidden, lit, light },
    toggle: (key) => setHidden((before) => toggled(before, key)),
    show: (keys, isShown) => setHidden(isShown ? new Set() : new Set(keys)),
  };
}

function toggled(keys: ReadonlySet<number>, key: number): ReadonlySet<number> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** What was found in a picture: each can be switched off, and is lit in the picture while it is pointed at or focused. */
export function ObjectList({
  what,
  items,
  choice,
  isFolded = false,
  children,
}: {
  /** "Objects", "Regions": what they are called together. */
  readonly what: string;
  readonly items: readonly Listed[];
  readonly choice: Choice;
  /** For a long list that says what is to be read elsewhere. */
  readonly isFolded?: boolean;
  readonly children?: ReactNode;
}) {
  const name = useId();
  const { hidden, lit, light, toggle, show } = choice;
  const shown = items.filter(({ key }) => !hidden.has(key)).length;
  const list = (
    <ul className={styles.items}>
      {items.map(({ key, words, colour }) => (
        <li key={key}>
          <label
            className={`${styles.item} ${key === lit ? styles.lit : ""}`}
            onPointerEnter={() => light(key)}
            onPointerLeave={() => light(null)}
            onFocus={() => light(key)}
            onBlur={() => light(null)}
          >
            <input type="checkbox" checked={!hidden.has(key)} onChange={() => toggle(key)} />
            <svg className={styles.swatch} viewBox="0 0 1 1" aria-hidden>
              <rect width="1" height="1" fill={colour} />
            </svg>
            <bdi>{words}</bdi>
          </label>
        </li>
      ))}
    </ul>
  );
  return (
    <fieldset className={styles.list} aria-labelledby={name}>
      <label className={styles.all}>
        <input
          type="checkbox"
          checked={shown > 0}
          ref={(input) => {
            if (input) input.indeterminate = shown > 0 && shown < items.length;
          }}
          onChange={() =>
            show(
              items.map(({ key }) => key),
              shown === 0,
            )
          }
        />
        <span id={name}>
          {what} ({shown === items.length ? items.length : `${shown} of ${items.length}`} shown)
        </span>
      </label>
      {isFolded ? (
        <details className={styles.folded}>
          <summary>Each of them</summary>
          {list}
        </details>
      ) : (
        list
      )}
      {children}
    </fieldset>
  );
}
