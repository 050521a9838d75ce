import { waitUntil } from "cloudflare:workers";
import type { McpServerConfig } from "../config/mcp-servers.ts";
import type { Config } from "../config.ts";
import { createOntology, type Ontology } from "../domain/task-types/index.ts";
import { createToolIndex, type ToolIndex } from "../providers/mcp/index.ts";

/** The task types of a deployment: those that stand in the code and in its settings, and its MCP servers' tools. */
export interface TaskTypes {
  /** As it is now: an ontology never changes, and is another one once a server has told of other tools. */
  current(): Ontology;
  /** Without the tools. */
  readonly own: Ontology;
  readonly tools: ToolIndex;
}

/** @throws {Error} when two task types of the deployment claim one name */
export function createTaskTypes(
  { taskTypes: own, taskTimeoutsMs }: Pick<Config, "taskTypes" | "taskTimeoutsMs">,
  servers: readonly McpServerConfig[],
  ask: typeof fetch,
): TaskTypes {
  const settled = createOntology(own, taskTimeoutsMs);
  let current = settled;
  const tools = createToolIndex({
    ...{ servers, fetch: ask, now: Date.now },
    keep: waitUntil,
    isTaken: (name) => settled.read(name) !== undefined,
    onChange: () => {
      current = createOntology([...own, ...tools.tools().map(({ type }) => type)], taskTimeoutsMs);
    },
  });
  return { current: () => current, own: settled, tools };
}
