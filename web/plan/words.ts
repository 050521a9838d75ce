import type { SpentView } from "../../src/domain/usage.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Below it, tenths of a second tell something. */
const TENTHS_BELOW_MS = 10 * SECOND_MS;

const two = (value: number): string => String(value).padStart(2, "0");

/** A duration to be read: "480 ms", "2.5 s", "14 s", "3 min 05 s", "1 h 02 min". */
export function duration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < SECOND_MS) return `${whole} ms`;
  if (whole < TENTHS_BELOW_MS - 50) return `${(whole / SECOND_MS).toFixed(1)} s`;
  const seconds = Math.round(whole / SECOND_MS);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (whole < HOUR_MS) return `${minutes} min ${two(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}

/** A duration that is still growing, in whole seconds, so that it does not flicker: "41 s", "2:58 min", "1:02 h". */
export function growing(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / SECOND_MS);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60 ? `${minutes}:${two(seconds % 60)} min` : `${Math.floor(minutes / 60)}:${two(minutes % 60)} h`;
}

/** Sums are often far below a cent. */
const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumSignificantDigits: 3 });

export const money = (usd: number): string => (usd === 0 ? "$0" : dollars.format(usd));

/** What calls cost, as far as anybody knows, in a few words. */
export function costWords({ usd, unpricedCalls }: Pick<SpentView, "usd" | "unpricedCalls">): string {
  if (unpricedCalls === 0) return usd === 0 ? "free" : money(usd);
  const unknown = `${unpricedCalls} ${unpricedCalls === 1 ? "call" : "calls"} of unknown price`;
  return usd === 0 ? unknown : `${money(usd)} and ${unknown}`;
}

/** What of a cost nobody measured; null where all was. */
export const assumedWords = ({ assumedUsd }: Pick<SpentView, "assumedUsd">): string | null =>
  assumedUsd === undefined ? null : `${money(assumedUsd)} of it set aside, not measured`;

export interface NamedModel {
  readonly provider: string;
  readonly model: string;
}

/** `provider:model` of the wire, taken apart at the first colon; a model's own name may have more. */
export function readModel(text: string): NamedModel {
  const colon = text.indexOf(":");
  return colon === -1
    ? { provider: "", model: text }
    : { provider: text.slice(0, colon), model: text.slice(colon + 1) };
}

/** The last part of a model's name, which tells models apart best in little room. */
export const shortModel = (model: string): string => model.slice(model.lastIndexOf("/") + 1);

/** "3 of 6 tasks done, 1 failed": how far a plan has come. */
export function progressWords(tasks: readonly { readonly status: string }[]): string {
  const count = (status: string): number => tasks.filter((task) => task.status === status).length;
  const ill = (["failed", "skipped", "cancelled"] as const).flatMap((status) =>
    count(status) > 0 ? [`${count(status)} ${status}`] : [],
  );
  const of = tasks.length === 1 ? "task" : "tasks";
  return [`${count("succeeded")} of ${tasks.length} ${of} done`, ...ill].join(", ");
}
