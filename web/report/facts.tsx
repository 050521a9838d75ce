import type { ReactNode } from "react";
import styles from "./report.module.css";

/** What is called what; a fact without words is left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [title: string, words: ReactNode])[] }) {
  const told = facts.filter(([, words]) => words !== null && words !== "");
  if (told.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {told.map(([title, words]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Section({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.section}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}
