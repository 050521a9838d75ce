const SECOND_MS = 1_000;

const rounded = (value: number): string =>
  value < 10 ? value.toFixed(1).replace(/\.0$/, "") : String(Math.round(value));

/** How long something took: `3.2 s`, `2 min 5 s`. */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, ms) / SECOND_MS;
  if (seconds < 60) return `${rounded(seconds)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** The beginning of a text, on one line. */
export function beginningOf(text: string, maxChars: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= maxChars ? line : `${line.slice(0, maxChars).toWellFormed().trimEnd()}…`;
}
