import * as z from "zod";
import type { InputFile } from "../../arguments.ts";
import { readRows } from "../../labelled/read-rows.ts";
import { checkIds, type Row, readJsonLines } from "../../read-json-lines.ts";

/** A link between nodes, by their names, as TaskBench writes it. */
export interface Link {
  readonly source: string;
  readonly target: string;
}

/** The nodes and links of a plan, by name; a name may stand more than once. */
export interface Graph {
  readonly nodes: readonly string[];
  readonly links: readonly Link[];
}

export interface Label extends Graph {
  readonly id: string;
}

/** How the tasks of a request hang together, as the benchmark says it. */
export const SHAPES = ["single", "chain", "dag"] as const;
export type Shape = (typeof SHAPES)[number];

/** A label with the request that it belongs to. */
export interface LabelledRequest extends Label {
  readonly shape: Shape;
  readonly request: string;
}

/** A plan as a language model wrote it. */
export interface RecordedPlan extends Graph {
  readonly id: string;
  readonly llm: string;
  readonly request: string;
  /** What each node was given, in the order of `nodes`; of any shape. */
  readonly arguments: readonly unknown[];
  /** Links that are no pair of two names. */
  readonly malformedLinks: number;
}

/** The benchmark's plans have ten nodes at most; a bound on work. */
const MAX_NODES = 512;
const MAX_LINKS = 2_048;
const MAX_ID_CHARS = 200;
const MAX_REQUEST_CHARS = 100_000;

const Id = z.union([z.string().min(1).max(MAX_ID_CHARS), z.int().transform(String)], {
  error: "an id is wanted: a text or a whole number",
});
/** Printed in a table, so no control characters. */
const LlmName = z.string().regex(/^[\x20-\x7e]{1,60}$/, "up to 60 printable ASCII characters are wanted");
const Node = z.union([z.string(), z.looseObject({ task: z.string() }).transform(({ task }) => task)], {
  error: 'a node is wanted: a name, or an object with a name under "task"',
});
const WellFormedLink = z.object({ source: z.string(), target: z.string() });

const LabelRow = z.object({
  id: Id,
  task_nodes: z.array(Node).max(MAX_NODES),
  task_links: z.array(WellFormedLink).max(MAX_LINKS).nullish(),
});

const RequestRow = LabelRow.extend({
  type: z.enum(SHAPES),
  user_request: z.string().min(1).max(MAX_REQUEST_CHARS),
});

/** Of what a language model wrote only the outermost shape is relied on. */
const PlanRow = z.object({
  id: Id,
  llm: LlmName.default("unnamed"),
  user_request: z.string().max(MAX_REQUEST_CHARS).default(""),
  task_nodes: z.array(z.unknown()).max(MAX_NODES),
  task_links: z.array(z.unknown()).max(MAX_LINKS).nullish(),
});

/** @throws {DataError} naming file and line; also for an id that stands twice. */
export async function readLabels(path: string, shown: string): Promise<ReadonlyMap<string, Label>> {
  const rows = await readJsonLines(path, shown, LabelRow);
  checkIds(rows);
  return new Map(rows.map(({ value }) => [value.id, toLabel(value)]));
}

/** @throws {DataError} as `readRows` does. */
export async function readRequests(file: InputFile): Promise<readonly LabelledRequest[]> {
  const rows = await readRows(file, RequestRow);
  return rows.map((row) => ({ ...toLabel(row), shape: row.type, request: row.user_request }));
}

const toLabel = ({ id, task_nodes, task_links }: z.infer<typeof LabelRow>): Label => ({
  id,
  nodes: task_nodes,
  links: task_links ?? [],
});

/** @throws {DataError} naming file and line. */
export async function readPlans(path: string, shown: string): Promise<readonly RecordedPlan[]> {
  return (await readJsonLines(path, shown, PlanRow)).map(toPlan);
}

function toPlan({ value }: Row<z.infer<typeof PlanRow>>): RecordedPlan {
  const written = value.task_links ?? [];
  const links = written.flatMap((link) => {
    const read = WellFormedLink.safeParse(link);
    return read.success ? [read.data] : [];
  });
  return {
    id: value.id,
    llm: value.llm,
    request: value.user_request,
    // A node without a name is one that no tool has.
    nodes: value.task_nodes.map((node) => Node.safeParse(node).data ?? ""),
    arguments: value.task_nodes.map((node) => ArgumentsOf.safeParse(node).data?.arguments),
    links,
    malformedLinks: written.length - links.length,
  };
}

const ArgumentsOf = z.looseObject({ arguments: z.unknown() });
