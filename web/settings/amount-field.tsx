import { useId, useState } from "react";
import { type AmountRange, faultOfAmount, readAmount } from "./amounts.ts";
import { Field } from "./section.tsx";
import styles from "./settings.module.css";

/** A number, or none. What is typed stands as it is typed, until the number is set elsewhere. */
export function AmountField({
  label,
  hint,
  amount,
  range,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly amount: number | null;
  readonly range: AmountRange;
  readonly onChange: (amount: number | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const fault = useId();
  const shown = typed !== null && readAmount(typed, range) === amount ? typed : (amount?.toString() ?? "");
  const wrong = faultOfAmount(shown, range);
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {({ id, "aria-describedby": told }) => (
        <>
          <input
            id={id}
            aria-describedby={[wrong === null ? null : fault, told].filter(Boolean).join(" ") || undefined}
            aria-invalid={wrong !== null}
            inputMode="decimal"
            autoComplete="off"
            value={shown}
            onChange={({ target }) => {
              setTyped(target.value);
              onChange(readAmount(target.value, range));
            }}
          />
          {wrong === null ? null : (
            <p id={fault} role="alert" className={styles.refused}>
              {wrong}
            </p>
          )}
        </>
      )}
    </Field>
  );
}
