/** A column that came to a table before versions were recorded. */
export interface LateColumn {
  readonly table: string;
  readonly column: string;
  /** Type, and what rows have that are older than it. */
  readonly definition: string;
  /** SQL that tells better what they have, where something does. */
  readonly fill?: string;
}

/** Tables that are made together in the SQLite of a Durable Object, and all that was ever changed of them. */
export interface Schema {
  /** Its version is recorded under this name. */
  readonly name: string;
  /**
   * SQL, in order. The first makes the tables, and each of the others changes what those before it have made. One that
   * has landed is never edited, as there are objects that have it behind them.
   */
  readonly migrations: readonly string[];
  /** Of tables from before versions were recorded: one that such state has, and the columns that it may lack. */
  readonly unrecorded?: { readonly table: string; readonly columns: readonly LateColumn[] };
}
