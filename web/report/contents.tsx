import styles from "./contents.module.css";

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly entries?: readonly Entry[];
}

/** What the report holds. */
export function Contents({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <nav aria-label="Contents" className={styles.contents}>
      <List entries={entries} />
    </nav>
  );
}

const List = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <ol>
    {entries.map(({ id, title, entries: inner = [] }) => (
      <li key={id}>
        <a href={`#${id}`}>{title}</a>
        {inner.length === 0 ? null : <List entries={inner} />}
      </li>
    ))}
  </ol>
);
