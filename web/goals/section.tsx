import { type ReactNode, useId } from "react";
import styles from "./goal.module.css";

/** A part of a goal's page, found by its heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}
