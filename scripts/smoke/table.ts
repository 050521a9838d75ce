import { CAPABILITIES, type Outcome } from "./checks.ts";
import { CHECKED_PROVIDERS, type Setup } from "./variables.ts";

const MIN_COLUMN_CHARS = 24;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const money = (usd: number | null): string => (usd === null ? "" : `, $${usd.toPrecision(2)}`);

function cell(outcome: Outcome | undefined, isConfigured: boolean): string {
  if (!isConfigured) return "not configured";
  switch (outcome?.as) {
    case "ok":
      return `ok, ${seconds(outcome.tookMs)}${money(outcome.usd)}`;
    case "failed":
      return `FAILED (${outcome.code})`;
    default:
      return "no model";
  }
}

/** Provider × capability, then what failed and why, and what to set for what is not configured. */
export function report(outcomes: readonly Outcome[], { configured, lacking, hide }: Setup): string {
  const rows = [
    ["", ...CHECKED_PROVIDERS],
    ...CAPABILITIES.map((capability) => [
      capability,
      ...CHECKED_PROVIDERS.map((provider) =>
        cell(
          outcomes.find((one) => one.provider === provider && one.capability === capability),
          configured.includes(provider),
        ),
      ),
    ]),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(column === 0 ? 0 : MIN_COLUMN_CHARS, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const table = rows.map((row) => row.map((text, column) => text.padEnd(widths?.[column] ?? 0)).join("  "));
  const details = outcomes.flatMap((outcome) => {
    const where = `${outcome.provider}, ${outcome.capability}`;
    if (outcome.as === "ok") return [`  ok      ${where}: ${outcome.model}`];
    if (outcome.as === "none") return [];
    return [`  FAILED  ${where}: ${outcome.model ?? "no call"}: ${outcome.code}: ${outcome.message}`];
  });
  const advice = Object.entries(lacking).map(([provider, what]) => `  ${provider} is not configured: ${what}`);
  const parts = [table, details, advice].filter((lines) => lines.length > 0);
  return hide(parts.map((lines) => lines.map((line) => line.trimEnd()).join("\n")).join("\n\n"));
}
