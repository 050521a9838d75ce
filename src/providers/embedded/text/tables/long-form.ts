import { calendarKind, calendarWord } from "./calendar-words.ts";
import { onlyNames, typedTable } from "./columns.ts";
import { MAX_ROWS, type Table } from "./read-table.ts";

/** Fewer columns of days are no calendar. */
const MIN_COLUMNS = 3;

/** The column of what stands in a rota for a day. */
export const ENTRY = "Entry";

/** What an entry of a week may be called. */
const ENTRIES = ["shift", "lesson"];

/**
 * A rota or timetable as rows that questions can be put to: one for each day of each row, where columns are headed by
 * days of the week or by months. `null` for any other table, and for one that would have too many rows.
 * [Name, Mon, Tue, Wed] with [Ann, Night, Off, Day] → [Name, Day, Entry] with [Ann, Monday, Night], [Ann, Tuesday, Off] …
 */
export function longForm({ name: title, columns, rows }: Table): Table | null {
  const kinds = columns.map((name) => calendarKind(name.trim()));
  const [kind] = (["Day", "Month"] as const).filter((one) => kinds.filter((own) => own === one).length >= MIN_COLUMNS);
  if (kind === undefined || columns.includes(kind)) return null;
  const places = [...columns.keys()];
  const [across, kept] = [places.filter((at) => kinds[at] === kind), places.filter((at) => kinds[at] !== kind)];
  if (rows.length * across.length > MAX_ROWS) return null;
  const typed = typedTable({ columns: [...columns], rows: [...rows] }).columns;
  // What numbers rows is their name, and is never added up: "Lesson 3".
  const numbers = new Set(kept.filter((at) => typed.some((column) => column.index === at && onlyNames(column))));
  const nameOf = (row: readonly string[], at: number): string =>
    numbers.has(at) && row[at] ? `${columns[at]} ${row[at]}` : (row[at] ?? "");
  const full = (name: string): string => {
    const word = calendarWord(name.trim().replace(/\.$/, ""));
    return word.charAt(0).toUpperCase() + word.slice(1);
  };
  return {
    name: [title ?? "", ...(kind === "Day" ? ENTRIES : [])].join(" ").trim(),
    columns: [...kept.map((at) => columns[at] ?? ""), kind, ENTRY],
    rows: rows.flatMap((row) =>
      across.map((at) => [...kept.map((one) => nameOf(row, one)), full(columns[at] ?? ""), row[at] ?? ""]),
    ),
  };
}
