import { useMemo } from "react";
import styles from "./data.module.css";
import { isNumeric, missingWords, type TableView } from "./table.ts";

/** A table that scrolls inside, with its head always to be seen. */
export function TableShown({ table, name }: { readonly table: TableView; readonly name: string }) {
  const numeric = useMemo(() => table.columns.map((_, column) => isNumeric(table, column)), [table]);
  const missing = missingWords(table);
  const sideOf = (column: number): string | undefined => (numeric[column] ? styles.number : undefined);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className={styles.scroll} aria-label={`Table: ${name}`} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {table.columns.map((column, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                <th key={place} scope="col" className={sideOf(place)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name, and stays where it is
              <tr key={place}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
                  <td key={column} className={sideOf(column)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {missing === null ? null : <p className={styles.note}>{missing}</p>}
    </>
  );
}
