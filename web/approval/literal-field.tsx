import { useState } from "react";
import type { JsonValue } from "../../src/domain/json.ts";
import styles from "./approval.module.css";
import { textOf, writeLiteral } from "./literals.ts";

const MAX_ROWS = 8;
/** What fits into a line of the field, roughly. */
const LINE_CHARS = 60;

/** A text of the plan, as it is typed: data is kept as its author wrote it, for as long as it means the same. */
export function LiteralField({
  label,
  value,
  isFaulty,
  onType,
}: {
  readonly label: string;
  readonly value: JsonValue;
  readonly isFaulty: boolean;
  /** @param isData it was no text when the field was opened */
  readonly onType: (text: string, isData: boolean) => void;
}) {
  const [isData] = useState(typeof value !== "string");
  const [typed, setTyped] = useState(textOf(value));
  const meaning = JSON.stringify(writeLiteral(typed, isData));
  const text = meaning === JSON.stringify({ literal: value }) ? typed : textOf(value);
  const rows = text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_CHARS)), 0);
  return (
    <textarea
      className={styles.text}
      aria-label={label}
      aria-invalid={isFaulty}
      rows={Math.min(MAX_ROWS, Math.max(1, rows))}
      value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        onType(event.target.value, isData);
      }}
    />
  );
}
