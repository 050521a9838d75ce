import type { ResourceView, TaskView } from "../../src/client/client.ts";
import { type BaseKind, baseKind } from "../../src/domain/kinds.ts";
import { readSources, type Source } from "./references.ts";

/** What a task's arguments may name: files, and the results of other tasks. */
export interface Named {
  readonly files: readonly ResourceView[];
  /** Of the same run. */
  readonly tasks: readonly Pick<TaskView, "id" | "outputs">[];
}

/** The one file of a kind that a task was given; null where it was given none, or several, or nobody told which. */
export function sourceOf(task: Pick<TaskView, "args">, kind: BaseKind, named: Named): ResourceView | null {
  const found = new Map<string, ResourceView>();
  for (const source of Object.values(task.args).flatMap(readSources)) {
    const file = fileOf(source, kind, named);
    if (file) found.set(file.id, file);
  }
  const [first] = found.values();
  return found.size === 1 && first ? first : null;
}

function fileOf(source: Source, kind: BaseKind, { files, tasks }: Named): ResourceView | undefined {
  const isWanted = (file: ResourceView): boolean => baseKind(file.kind) === kind;
  if (source.from === "file") return files.find((file) => file.id === source.id && isWanted(file));
  if (source.from !== "task") return undefined;
  const outputs = tasks.find(({ id }) => id === source.task)?.outputs ?? {};
  const made = Object.entries(outputs).flatMap(([name, value]) =>
    "resource" in value && isWanted(value.resource) && (source.output ?? name) === name ? [value.resource] : [],
  );
  // The first output that fits is what a reference means.
  return made[0];
}
