import type { WorkStatus } from "../../domain/run/state.ts";
import type { Style } from "./styled.ts";

export const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
export const SPINNER_STEP_MS = 100;

export const SYMBOLS: Readonly<Record<WorkStatus, { readonly symbol: string; readonly style: Style }>> = {
  waiting: { symbol: "○", style: "dim" },
  running: { symbol: "◉", style: "cyan" },
  retrying: { symbol: "↻", style: "yellow" },
  succeeded: { symbol: "✔", style: "green" },
  failed: { symbol: "✖", style: "red" },
  skipped: { symbol: "⊘", style: "yellow" },
  cancelled: { symbol: "■", style: "yellow" },
};

/** What turns while something runs. @param now milliseconds since the epoch. */
export const spinner = (now: number): string => SPINNER[Math.floor(now / SPINNER_STEP_MS) % SPINNER.length] ?? "◉";

/** A length of time as people read it. */
export function duration(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < 1000) return `${Math.round(whole)} ms`;
  if (whole < 60_000) return `${(whole / 1000).toFixed(1)} s`;
  return `${Math.floor(whole / 60_000)} m ${String(Math.floor((whole % 60_000) / 1000)).padStart(2, "0")} s`;
}

/** Money as people say it: "under 0.01 cents", "0.21 cents", "12 cents", "$1.50". */
export function money(usd: number): string {
  const cents = usd * 100;
  if (cents < 0.01) return usd === 0 ? "nothing" : "under 0.01 cents";
  const rounded = Number(cents.toPrecision(2));
  return rounded < 100 ? `${rounded} ${rounded === 1 ? "cent" : "cents"}` : `$${usd.toFixed(2)}`;
}
