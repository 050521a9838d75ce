import { type ReactNode, useId } from "react";
import styles from "./settings.module.css";

/** A part of the settings under a heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}

/** One thing that can be set, with its name and what there is to know of it. */
export function Field({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  /** Gets the ids of the control and of what describes it. */
  readonly children: (ids: { readonly id: string; readonly "aria-describedby": string | undefined }) => ReactNode;
}) {
  const id = useId();
  const told = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": told })}
      {hint === undefined ? null : (
        <p id={told} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A thing that is on or off. */
export function Switch({
  label,
  hint,
  isOn,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const told = useId();
  return (
    <div className={styles.field}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          aria-describedby={hint === undefined ? undefined : told}
          checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint === undefined ? null : (
        <p id={told} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
