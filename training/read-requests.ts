import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { fetched, planJob } from "../evaluation/labelled/plan-job.ts";
import { readJsonLines } from "../evaluation/read-json-lines.ts";
import { addressesIn } from "../src/domain/addresses.ts";
import { isKind, type Kind } from "../src/domain/kinds.ts";
import { createOntology } from "../src/domain/task-types/index.ts";
import type { Labelled } from "./example.ts";

const FOLDER = fileURLToPath(new URL("requests/", import.meta.url));
const kind = z.string().refine((text): text is Kind => isKind(text));

/** A line of `requests/*.jsonl`; README.md tells the fields. */
export const requestRow = z.strictObject({
  request: z.string().min(1),
  files: z.array(z.string()),
  tasks: z.array(z.string()),
  links: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
  history: z
    .array(z.strictObject({ request: z.string(), gave: z.array(z.strictObject({ name: z.string(), kind })) }))
    .optional(),
  expect: z.enum(["reply", "ask"]).optional(),
});

export const ontology = createOntology();
export const ALL_TYPES: readonly string[] = ontology.all.map(({ name }) => name);

/** The requests that were written for training. */
export async function readRequests(): Promise<readonly Labelled[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".jsonl")).toSorted();
  const read = await Promise.all(files.map((name) => readJsonLines(FOLDER + name, name, requestRow)));
  return read.flat().map(({ where, value }) => {
    const job = planJob(value);
    const typeAt = (place: number): string => value.tasks[place] ?? "";
    return {
      id: where,
      request: {
        text: value.request,
        attached: [...job.attached, ...addressesIn(value.request).map(fetched)],
        log: job.log,
        ontology,
      },
      types: value.tasks,
      links: value.links.map(([from, to]) => [typeAt(from), typeAt(to)] as const),
    };
  });
}
