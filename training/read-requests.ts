import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetched, planJob } from "../evaluation/labelled/plan-job.ts";
import { type Row, readJsonLines } from "../evaluation/read-json-lines.ts";
import { addressesIn } from "../src/domain/addresses.ts";
import { composeRows } from "./compose.ts";
import type { Labelled } from "./example.ts";
import { parseWishes } from "./marked-wishes.ts";
import { ontology, type RequestRow, requestRow } from "./request-row.ts";

const FOLDER = fileURLToPath(new URL("requests/", import.meta.url));

/** The folder of the requests that a program thought of. */
const DRAWN = "drawn/";

export const ALL_TYPES: readonly string[] = ontology.all.map(({ name }) => name);

/** Names of the files of requests that were written for training. */
export const requestFiles = async (): Promise<readonly string[]> =>
  (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith(".jsonl")).toSorted();

/** @throws {DataError} naming file and line of what can't be used. */
export const readRequestFile = (name: string): Promise<readonly Row<RequestRow>[]> =>
  readJsonLines(join(FOLDER, name), name, requestRow);

/** The requests that were written for training, and longer ones made of them. @throws {DataError} naming file and line of what can't be used. */
export async function readRequests(): Promise<readonly Labelled[]> {
  const rows: Labelled[] = [];
  for (const name of await requestFiles()) {
    const own = await readRequestFile(name);
    rows.push(...own.map(labelled), ...composeRows(own).map((row) => ({ ...labelled(row), isComposed: true })));
  }
  return rows;
}

function labelled({ where, value }: Row<RequestRow>): Labelled {
  const { request, marked, tasks, links, about = null, expect, family } = value;
  const { attached, log } = planJob(value);
  const typeAt = (place: number): string => tasks[place] ?? "";
  return {
    id: where,
    // A file was written by one hand: its words are known once some of it is.
    group: family ?? where.replace(/:.*/, ""),
    request: { text: request, attached: [...attached, ...addressesIn(request).map(fetched)], log, ontology },
    types: tasks,
    links: links.map(([from, to]) => [typeAt(from), typeAt(to)] as const),
    about,
    lacks: expect === "ask",
    ...(marked === undefined ? {} : { wishes: parseWishes(marked) }),
    isDrawn: where.startsWith(DRAWN),
  };
}
