const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
const MONTHS = "january february march april may june july august september october november december".split(
  " ",
) as readonly string[];
/** Other ways to shorten them than to their first three letters. */
const OTHERS: Readonly<Record<string, string>> = {
  ...{ tues: "tuesday", weds: "wednesday", thur: "thursday", thurs: "thursday", sept: "september" },
};

const FULL: ReadonlyMap<string, string> = new Map([
  ...[...DAYS, ...MONTHS].flatMap((name) => [[name, name] as const, [name.slice(0, 3), name] as const]),
  ...Object.entries(OTHERS),
]);

/** A day's or a month's name in full: "Wed." → "wednesday"; any other word as it is, in lower case. */
export const calendarWord = (word: string): string => FULL.get(word.toLowerCase()) ?? word.toLowerCase();

/** What a name in full is one of; `null` for any other word. */
export function calendarKind(word: string): "Day" | "Month" | null {
  const full = FULL.get(word.toLowerCase().replace(/\.$/, ""));
  if (full === undefined) return null;
  return (DAYS as readonly string[]).includes(full) ? "Day" : "Month";
}
