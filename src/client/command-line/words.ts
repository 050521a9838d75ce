/** Numbers as people say them. */

/** A length of time: 1.5 s. */
export function duration(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < 1000) return `${Math.round(whole)} ms`;
  if (whole < 59_950) return `${(whole / 1000).toFixed(1)} s`;
  const seconds = Math.round(whole / 1000);
  return `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, "0")} s`;
}

/** Bytes: 1.2 kB. */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Less is said to be less: nobody reads more places. */
const LEAST_CENTS = 0.01;

/** US dollars: 0.0021 → 0.2 cents. */
export function money(usd: number): string {
  if (usd === 0) return "nothing";
  const cents = usd * 100;
  if (usd >= 0.995) return `$${usd.toFixed(2)}`;
  if (cents < LEAST_CENTS) return `less than ${LEAST_CENTS} cents`;
  const shown = Number(cents.toPrecision(cents < 1 ? 1 : 2));
  return shown === 1 ? "1 cent" : `${shown} cents`;
}

/** How many of what: 1 task, 3 tasks. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  number === 1 ? `1 ${one}` : `${number === 0 ? "no" : number} ${many}`;
