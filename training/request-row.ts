import * as z from "zod";
import { FILE_EXTENSIONS } from "../evaluation/file-types.ts";
import { addressesIn } from "../src/domain/addresses.ts";
import { type BaseKind, baseKind, fitsAny, isKind, type Kind } from "../src/domain/kinds.ts";
import { createOntology, type Port, type TaskType } from "../src/domain/task-types/index.ts";
import { TOPICS } from "../src/planning/embedded/rank/topics.ts";
import { parseWishes } from "./marked-wishes.ts";

export const ontology = createOntology();

const KNOWN_FILE = new RegExp(`\\.(?:${FILE_EXTENSIONS.join("|")})$`, "i");
const kind = z.string().refine((text): text is Kind => isKind(text), "There is no such kind");

const shape = z.strictObject({
  request: z.string().min(1).optional(),
  marked: z.string().min(1).optional(),
  files: z.array(z.string().regex(KNOWN_FILE, "A file that no kind is known of")),
  tasks: z.array(z.string()),
  links: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
  history: z
    .array(z.strictObject({ request: z.string(), gave: z.array(z.strictObject({ name: z.string(), kind })) }))
    .optional(),
  expect: z.enum(["reply", "ask"]).optional(),
  about: z.enum(TOPICS).optional(),
  family: z.string().optional(),
});

/** A line of `requests/*.jsonl`; README.md tells what the fields mean. */
export interface RequestRow extends Omit<z.infer<typeof shape>, "request"> {
  readonly request: string;
}

/** A line whose plan could run: known types, links forwards that carry what is taken, something to work on. */
export const requestRow = shape
  .transform((row, context): RequestRow => {
    try {
      const request = row.request ?? parseWishes(row.marked ?? "").request;
      if ((row.request === undefined) !== (row.marked === undefined)) return { ...row, request };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      context.addIssue({ code: "custom", message: error.message });
      return z.NEVER;
    }
    context.addIssue({ code: "custom", message: "A request with marks or without: one of them is wanted" });
    return z.NEVER;
  })
  .superRefine((row, context) => {
    const fault = faultOf(row);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  });

function faultOf(row: RequestRow): string | null {
  const { tasks, links, expect } = row;
  const unknown = tasks.find((name) => ontology.get(name) === undefined);
  if (unknown !== undefined) return `There is no task type ${JSON.stringify(unknown)}`;
  if ((tasks.length === 0) !== (expect !== undefined))
    return "Tasks or what is expected instead: one of them is wanted";
  for (const [from, to] of links) {
    if (from >= to || to >= tasks.length) return `The link ${from}, ${to} does not lead forwards to a task`;
    const [giver, taker] = [ontology.get(tasks[from] ?? ""), ontology.get(tasks[to] ?? "")];
    if (!giver || !taker || !feeds(giver, taker)) return `${tasks[from]} gives nothing that ${tasks[to]} takes`;
  }
  const idle = tasks.find((name, place) => lacksMaterial(row, name, place));
  return idle === undefined ? null : `${idle} has nothing to work on`;
}

const feeds = (giver: TaskType, taker: TaskType): boolean =>
  giver.outputs.some(({ kinds }) => kinds.some((one) => taker.inputs.some((port) => fitsAny(one, port.kinds))));

/** It takes files only, and there is neither one, nor figures in the words, nor a task that gives it one. */
function lacksMaterial({ request, files, links, history }: RequestRow, name: string, place: number): boolean {
  const wanted = ontology.get(name)?.inputs.filter(({ required }) => required) ?? [];
  const takes = (kind: BaseKind) => (port: Port) => port.kinds.some((one) => baseKind(one) === kind);
  const takesFiles = !wanted.every(takes("text"));
  const takesFigures = wanted.some(takes("data"));
  const hasMaterial =
    files.length > 0 ||
    history !== undefined ||
    addressesIn(request).length > 0 ||
    (takesFigures && /\d/.test(request)) ||
    links.some(([, to]) => to === place);
  return takesFiles && !hasMaterial;
}
