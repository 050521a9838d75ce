import type { AskedBudget, Constraints } from "../../src/domain/constraints.ts";
import type { LabelledReading } from "../requests/row.ts";

/** What was read of the words of a request. */
export interface Reading {
  readonly constraints: Constraints;
  readonly budget: AskedBudget;
}

/** What restrictions there are; each is read, or missed, as a whole. */
export const PARTS = [
  "licence",
  "provider",
  "model",
  "size",
  "benchmark",
  "language",
  "price",
  "latency",
  "gated",
  "prefer",
  "budget",
] as const;
export type Part = (typeof PARTS)[number];

/** How a part was read: `false` where nothing was to be read, `none` where nothing was. */
export type Verdict = "right" | "missed" | "wrong" | "false" | "none";

/** A labelled request and what was read of it. */
export interface ReadRequest {
  /** `{}` for one that only sounds as if it restricted something. */
  readonly label: LabelledReading;
  /** `null` when nothing was told. */
  readonly reading: Reading | null;
}

/** Counts of parts. */
export type PartCounts = Readonly<Record<Exclude<Verdict, "none">, number>>;

/** Counts of requests, but for `parts`. */
export interface ReadingSummary {
  /** With something to read. */
  readonly restricting: { readonly rows: number; readonly right: number };
  /** With nothing to read. */
  readonly tempting: { readonly rows: number; readonly falselyRead: number };
  /** Of which no reading was told: they are among the rows above, and right in nothing. */
  readonly untold: number;
  readonly parts: Readonly<Record<Part, PartCounts>>;
}

export function summariseReadings(requests: readonly ReadRequest[]): ReadingSummary {
  const judged = requests.map(({ label, reading }) => ({ label, verdicts: judge(label, reading ?? NOTHING) }));
  const [restricting, tempting] = [judged.filter(isRestricting), judged.filter((one) => !isRestricting(one))];
  const isRead = ({ verdicts }: (typeof judged)[number]): boolean =>
    PARTS.every((part) => verdicts[part] === "right" || verdicts[part] === "none");
  const count = (part: Part, verdict: Verdict): number =>
    judged.filter(({ verdicts }) => verdicts[part] === verdict).length;
  return {
    restricting: { rows: restricting.length, right: restricting.filter(isRead).length },
    tempting: { rows: tempting.length, falselyRead: tempting.filter((one) => !isRead(one)).length },
    untold: requests.filter(({ reading }) => reading === null).length,
    parts: eachPart((part) => ({
      right: count(part, "right"),
      missed: count(part, "missed"),
      wrong: count(part, "wrong"),
      false: count(part, "false"),
    })),
  };
}

const NOTHING: Reading = { constraints: {}, budget: {} };

const isRestricting = ({ label }: Pick<ReadRequest, "label">): boolean => Object.keys(label).length > 0;

function judge(label: LabelledReading, { constraints, budget }: Reading): Readonly<Record<Part, Verdict>> {
  // A budget that asks for nothing is none.
  const read = { ...constraints, ...(Object.keys(budget).length > 0 ? { budget } : {}) };
  return eachPart((part) => {
    const [wanted, found] = [label[part], read[part]];
    if (wanted === undefined) return found === undefined ? "none" : "false";
    if (found === undefined) return "missed";
    return canonical(wanted) === canonical(found) ? "right" : "wrong";
  });
}

const eachPart = <T>(make: (part: Part) => T): Readonly<Record<Part, T>> => ({
  licence: make("licence"),
  provider: make("provider"),
  model: make("model"),
  size: make("size"),
  benchmark: make("benchmark"),
  language: make("language"),
  price: make("price"),
  latency: make("latency"),
  gated: make("gated"),
  prefer: make("prefer"),
  budget: make("budget"),
});

/** Equal for values that mean the same: in names the case doesn't count, in lists and objects the order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).toSorted().join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value).toLowerCase();
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${entries
    .map(([name, one]) => `${name}:${canonical(one)}`)
    .toSorted()
    .join()}}`;
}
