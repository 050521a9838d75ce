import type { JsonValue } from "../../domain/json.ts";
import { baseKind, type Kind } from "../../domain/kinds.ts";

/**
 * True when a value written into the plan may stand where `kinds` are asked for. Text is text; rows and
 * data may also be written as the text of a CSV or JSON; media are never written into a plan.
 */
export function literalFits(value: JsonValue, kinds: readonly Kind[]): boolean {
  return kinds.some((kind) => {
    switch (baseKind(kind)) {
      case "text":
        return typeof value === "string";
      case "data":
        return typeof value === "string" ? parsesAsJson(value) : value !== null;
      case "table":
        return typeof value === "string" ? parsesAsTable(value) : typeof value === "object" && value !== null;
      default:
        return false;
    }
  });
}

function parsesAsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const SEPARATORS = [",", "\t", ";", "|"] as const;

/** Rows under a header: a JSON list or object, or a first line with as many separators as the second. */
function parsesAsTable(text: string): boolean {
  if (/^\s*[[{]/.test(text)) return parsesAsJson(text);
  const [header, row] = text.trimStart().split(/\r?\n/, 2);
  if (header === undefined || row === undefined) return false;
  return SEPARATORS.some((separator) => {
    const columns = header.split(separator).length;
    return columns > 1 && row.split(separator).length === columns;
  });
}
