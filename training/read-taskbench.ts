import * as z from "zod";
import { readJsonLines } from "../evaluation/read-json-lines.ts";
import { DataError } from "../evaluation/suite.ts";
import { fileNames, toResources } from "../evaluation/suites/taskbench/files.ts";
import { createToolOntology } from "../evaluation/suites/taskbench/ontology.ts";
import { TOOLS, toolNamed } from "../evaluation/suites/taskbench/tools.ts";
import type { Labelled } from "./example.ts";

const row = z.object({
  id: z.string(),
  user_request: z.string(),
  task_nodes: z.array(z.string()),
  task_links: z.array(z.object({ source: z.string(), target: z.string() })),
});

export const taskbenchOntology = createToolOntology();
/** The task types that TaskBench's tools stand for. */
export const TASKBENCH_TYPES: readonly string[] = Object.values(TOOLS).map(({ type }) => type);

/** Labelled requests in the TaskBench format. @throws {DataError} naming file and line of what can't be used. */
export async function readTaskbench(path: string, shown: string): Promise<readonly Labelled[]> {
  const rows = await readJsonLines(path, shown, row);
  return rows.map(({ where, value }) => {
    const typeOf = (name: string): string => {
      const tool = toolNamed(name);
      if (!tool) throw new DataError(`${where}: there is no tool ${JSON.stringify(name)}`);
      return tool.type;
    };
    return {
      id: value.id,
      request: {
        text: value.user_request,
        attached: fileNames(value.user_request).flatMap(toResources),
        log: [],
        ontology: taskbenchOntology,
      },
      types: value.task_nodes.map(typeOf),
      links: value.task_links.map(({ source, target }) => [typeOf(source), typeOf(target)] as const),
    };
  });
}
