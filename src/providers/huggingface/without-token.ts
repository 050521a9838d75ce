import type { JsonValue } from "../../domain/json.ts";
import type { ExpertResult, OutputDraft } from "../provider.ts";

/** Stands where a service repeats the token that it was called with. */
const HIDDEN = "…";

/** A result without the token in its words: what a service was sent may come back, and results are kept and shown. */
export function withoutToken({ outputs, notes, ...rest }: ExpertResult, token: string): ExpertResult {
  const hide = (text: string): string => text.replaceAll(token, HIDDEN);
  const drafts = Object.entries(outputs).map(([port, draft]) => [port, hidden(draft, hide)] as const);
  return { ...rest, outputs: Object.fromEntries(drafts), ...(notes ? { notes: notes.map(hide) } : {}) };
}

function hidden(draft: OutputDraft, hide: (text: string) => string): OutputDraft {
  if (draft.as === "text") return { as: "text", text: hide(draft.text) };
  return draft.as === "data" ? { as: "data", data: hiddenIn(draft.data, hide) } : draft;
}

function hiddenIn(value: JsonValue, hide: (text: string) => string): JsonValue {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((one) => hiddenIn(one, hide));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [hide(name), hiddenIn(one, hide)]));
}
