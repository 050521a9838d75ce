import { useState } from "react";
import type { JsonObject, JsonValue } from "../../../src/domain/json.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./data.module.css";

/** So many of a level are shown at a time. */
const STEP = 100;
const MAX_CHARACTERS = 2_000;

/** Data as it nests; what is inside is drawn when it is opened. */
export function Tree({
  value,
  name,
  isOpen = false,
}: {
  readonly value: JsonValue;
  readonly name: string;
  readonly isOpen?: boolean;
}) {
  const [isShown, setShown] = useState(isOpen);
  if (typeof value !== "object" || value === null) {
    return (
      <p className={styles.leaf}>
        <b>{name}</b> <Leaf value={value} />
      </p>
    );
  }
  const entries = entriesOf(value);
  return (
    <details className={styles.branch} open={isShown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>
        <b>{name}</b> <span className={styles.note}>{sizeOf(value, entries.length)}</span>
      </summary>
      {isShown ? <Inside entries={entries} /> : null}
    </details>
  );
}

type Entry = readonly [name: string, value: JsonValue];

function Inside({ entries }: { readonly entries: readonly Entry[] }) {
  const [limit, setLimit] = useState(STEP);
  return (
    <div className={styles.inside}>
      {entries.slice(0, limit).map(([name, value]) => (
        <Tree key={name} name={name} value={value} />
      ))}
      {entries.length > limit ? (
        <Button look="quiet" onClick={() => setLimit(limit + STEP)}>
          Show {Math.min(STEP, entries.length - limit)} more of {entries.length - limit}
        </Button>
      ) : null}
    </div>
  );
}

function Leaf({ value }: { readonly value: null | boolean | number | string }) {
  if (typeof value !== "string") return <code>{String(value)}</code>;
  return (
    <span className={styles.string}>
      {value.length > MAX_CHARACTERS ? `${value.slice(0, MAX_CHARACTERS)}…` : value}
    </span>
  );
}

const isList = (value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] => Array.isArray(value);

const entriesOf = (value: readonly JsonValue[] | JsonObject): readonly Entry[] =>
  isList(value) ? value.map((item, place) => [String(place + 1), item]) : Object.entries(value);

function sizeOf(value: readonly JsonValue[] | JsonObject, size: number): string {
  if (isList(value)) {
    const what = value.every((item) => typeof item === "number") ? "numbers" : "items";
    return size === 0 ? "empty list" : `list of ${size} ${size === 1 ? what.slice(0, -1) : what}`;
  }
  return size === 0 ? "nothing" : `${size} ${size === 1 ? "field" : "fields"}`;
}
