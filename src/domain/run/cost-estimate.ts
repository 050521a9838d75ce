import { type Amount, amountOf, amountOfText, amountToCome, estimateCall, MAX_FORM_TOKENS } from "../costs.ts";
import type { Kind } from "../kinds.ts";
import { type SingleBinding, singles, type Task } from "../plan.ts";
import type { Resource } from "../resources.ts";
import type { TaskType } from "../task-types/index.ts";
import type { Measured } from "../usage.ts";
import { givenFiles, type RunState, taskWork } from "./state.ts";

/** The inputs and outputs of a task type, as far as an estimate needs them. */
export interface TaskShape {
  readonly kindAt: (port: string) => Kind;
  readonly makes: readonly Kind[];
}

export const shapeOf = (type: TaskType | undefined): TaskShape => ({
  kindAt: (port) => type?.inputs.find(({ name }) => name === port)?.kinds[0] ?? "data",
  makes: type?.outputs.flatMap(({ kinds }) => kinds) ?? [],
});

/** The known inputs of a task: files, and results that exist already. */
export interface KnownInputs extends TaskShape {
  readonly resources: readonly Resource[];
  /** The amount that another task made of an output; undefined before it has. */
  readonly made: (task: number, output: string) => Amount | undefined;
}

/** An upper bound of what a call of a model for this task will measure. */
export function estimateTask({ args }: Task, known: KnownInputs): Measured {
  const inputs = Object.entries(args).flatMap(([port, binding]) =>
    singles(binding).map((single) => amountAt(single, port, known)),
  );
  return args.schema ? estimateCall(inputs, known.makes, MAX_FORM_TOKENS) : estimateCall(inputs, known.makes);
}

function amountAt(binding: SingleBinding, port: string, { resources, made, kindAt }: KnownInputs): Amount {
  switch (binding.from) {
    case "literal":
      return amountOfText(typeof binding.value === "string" ? binding.value : JSON.stringify(binding.value));
    case "resource": {
      const resource = resources.find(({ id }) => id === binding.resource);
      return resource ? amountOf({ as: "resource", kind: resource.kind, resource }) : amountToCome(kindAt(port));
    }
    case "task":
      return made(binding.task, binding.output) ?? amountToCome(kindAt(port));
  }
}

/** What a run knows, of the files that it was given and of what its tasks have made. */
export const knownInputsOf = (state: RunState, shape: TaskShape): KnownInputs => ({
  ...shape,
  resources: givenFiles(state),
  made: (task, output) => {
    const value = taskWork(state, task).outputs[output];
    return value && amountOf(value);
  },
});
