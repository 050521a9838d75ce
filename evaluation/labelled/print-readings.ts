import { count } from "../format.ts";
import { renderTable } from "../table.ts";
import { PARTS, type ReadingSummary } from "./readings.ts";

/** For people: the counts by part, and what they come to. */
export function printReadings({ restricting, tempting, untold, parts }: ReadingSummary): string {
  const rows = PARTS.map((part) => {
    const { right, missed, wrong, false: falsely } = parts[part];
    return [part, ...[right, missed, wrong, falsely].map(String)];
  });
  return [
    renderTable(["constraints", "right", "missed", "wrong", "false"], rows),
    "",
    `${restricting.right} of ${count(restricting.rows, "request")} that restrict something are read without a fault;`,
    `of ${count(tempting.rows, "request")} that don't, ${tempting.falselyRead} are read as if they did.`,
    ...(untold === 0 ? [] : [`Of ${count(untold, "request")} the controller tells no reading.`]),
  ].join("\n");
}
