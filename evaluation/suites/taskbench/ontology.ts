import { baseKind, fitsAny } from "../../../src/domain/kinds.ts";
import { createOntology, type Ontology, type Port, type TaskType } from "../../../src/domain/task-types/index.ts";
import { TOOLS, type Tool, toolOf } from "./tools.ts";

/**
 * The ontology of a deployment that has TaskBench's tools and no others: the authors of the recorded plans were given
 * these to choose from. Each is our task type with the kinds that TaskBench types it with, so that a repaired plan
 * links only what the benchmark's own rules let be linked; it answers to the names of all types that it covers.
 * @throws {Error} when the table names a task type that we don't have.
 */
export function createToolOntology(): Ontology {
  const builtIn = createOntology();
  const get = (name: string): TaskType => {
    const type = builtIn.get(name);
    if (!type) throw new Error(`TaskBench's tools are mapped to "${name}", which is no task type`);
    return type;
  };
  const byTool = new Map(
    Object.entries(TOOLS).map(([name, tool]) => [name, restrict(get(tool.type), tool, tool.covers.map(get))]),
  );
  const byName = new Map([...byTool.values()].map((type) => [type.name, type]));
  return {
    all: [...byTool.values()],
    get: (name) => byName.get(name),
    read: (name) => {
      const type = builtIn.read(name);
      return type && byTool.get(toolOf(type.name) ?? "");
    },
  };
}

/** A task type as a tool of TaskBench: it gives and takes only what the tool does. */
function restrict(type: TaskType, tool: Tool, covered: readonly TaskType[]): TaskType {
  const required = type.inputs.filter((port) => port.required);
  const untaken = tool.inputs.filter((kind) => !required.some((port) => fitsAny(kind, port.kinds)));
  // A tool may take in another form what we take: a table as an image.
  const widen = (port: Port): Port =>
    port.required && !takesAny(port, tool) ? { ...port, kinds: [...port.kinds, ...untaken] } : port;
  return {
    ...type,
    aliases: [...type.aliases, ...covered.flatMap(({ name, aliases }) => [name, ...aliases])],
    inputs: type.inputs.filter((port) => port.required || takesAny(port, tool)).map(widen),
    outputs: type.outputs.filter((port) => port.kinds.some((kind) => tool.outputs.includes(baseKind(kind)))),
  };
}

const takesAny = (port: Port, tool: Tool): boolean => tool.inputs.some((kind) => fitsAny(kind, port.kinds));
