import { AppError } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import { type Binding, numberOf, type SingleBinding, singles, type Task } from "../../domain/plan.ts";
import type { Resource, Value } from "../../domain/resources.ts";
import { givenFiles, madeBy, madeFiles, type RunState, taskWork } from "../../domain/run/state.ts";
import type { ControllerName } from "../../domain/selection.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import type { AnswerRequest, Controller, StepLimits, ToldTask } from "../../planning/index.ts";
import { pieces } from "../markdown.ts";
import { cleanStream } from "./clean-stream.ts";
import { addressesIn, type Pointed } from "./clean-words.ts";

/** The controller that may write the answer, with its limits. */
export interface Speaker extends StepLimits {
  readonly controller: Controller;
}

/** The outcome of writing an answer; `why` it failed or broke off is safe to show. */
export type Spoken =
  | { readonly as: "not-asked" }
  | { readonly as: "whole"; readonly by: ControllerName }
  | { readonly as: "broken" | "failed"; readonly by: ControllerName; readonly why: string };

/** One piece becomes one event. */
const MAX_PIECE_CHARS = 16_000;

/**
 * Yields a language model's answer, cleaned, as it is written; it ends with a blank line. If the model fails before the
 * first word nothing is yielded, and otherwise the text ends there; the return value says which.
 */
export async function* speak({ told, ...pointed }: Material, speaker: Speaker): AsyncGenerator<string, Spoken> {
  const { controller, ...limits } = speaker;
  const answering = controller.answer?.({ ...told, ...limits });
  if (!answering) return { as: "not-asked" };
  const { by, words } = answering;
  let hasSpoken = false;
  try {
    for await (const piece of cleanStream(words, pointed)) {
      hasSpoken = true;
      yield* pieces(piece, MAX_PIECE_CHARS);
    }
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    if (!hasSpoken) return { as: "failed", by, why: thrown.message };
    yield " …\n\n";
    return { as: "broken", by, why: thrown.message };
  }
  if (!hasSpoken) return { as: "failed", by, why: "it said nothing" };
  yield "\n\n";
  return { as: "whole", by };
}

/** Everything that a language model is told about a run, and the files and addresses that its answer may refer to. */
interface Material extends Pointed {
  readonly told: Pick<AnswerRequest, "text" | "planner" | "tasks" | "leftOut">;
}

/** Characters of a failure's reason, which is one sentence. */
const MAX_REASON_CHARS = 300;
/** Names may have any length. */
const MAX_NAME_CHARS = 100;

/**
 * @param shownBelow the tasks whose results stand in full after the answer
 * @param leftOut what of the request was not taken up
 */
export function materialOf(
  state: RunState,
  ontology: Ontology,
  { shownBelow, leftOut }: { readonly shownBelow: ReadonlySet<number>; readonly leftOut: readonly string[] },
): Material {
  const tasks = state.plan?.tasks ?? [];
  const files = filesOf(state);
  const tokens = new Map(files.map(({ id }, place) => [id, `{file-${place + 1}}`]));
  return {
    told: {
      text: state.text,
      planner: state.controller,
      tasks: tasks.map((task) => tell(task, state, { ontology, tokens, shownBelow })),
      leftOut,
    },
    files,
    addresses: new Set(addressesIn([state.text, ...tasks.flatMap((task) => wordsFrom(task, state))].join("\n"))),
  };
}

/** Files that the run was given, uses or made, each once. */
const filesOf = (state: RunState): readonly Resource[] => [
  ...new Map([...givenFiles(state), ...madeFiles(state)].map((file) => [file.id, file])).values(),
];

interface Telling {
  readonly ontology: Ontology;
  readonly tokens: ReadonlyMap<string, string>;
  readonly shownBelow: ReadonlySet<number>;
}

function tell(task: Task, state: RunState, { ontology, tokens, shownBelow }: Telling): ToldTask {
  const work = taskWork(state, task.id);
  const ended = ENDED[work.status] ?? "skipped";
  const inputs = Object.entries(task.args).map(
    ([port, binding]) => [port, tellBinding(binding, state, tokens)] as const,
  );
  const outputs = ended === "succeeded" ? Object.entries(work.outputs) : [];
  return {
    task: numberOf(task.id),
    type: task.type,
    does: ontology.get(task.type)?.description ?? "",
    model: madeBy(work)?.model ?? null,
    ended,
    inputs: Object.fromEntries(inputs),
    outputs: Object.fromEntries(outputs.map(([port, value]) => [port, tellValue(value, tokens)])),
    ...(ended === "succeeded" ? {} : { why: (work.error?.message ?? "No reason is known").slice(0, MAX_REASON_CHARS) }),
    isShownBelow: shownBelow.has(task.id),
  };
}

const ENDED: Readonly<Record<string, ToldTask["ended"]>> = {
  succeeded: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
};

function tellBinding(binding: Binding, state: RunState, tokens: Telling["tokens"]): JsonValue {
  const told = singles(binding).map((single) => tellSingle(single, state, tokens));
  return binding.from === "list" ? told : (told[0] ?? null);
}

function tellSingle(binding: SingleBinding, state: RunState, tokens: Telling["tokens"]): JsonValue {
  switch (binding.from) {
    case "literal":
      return binding.value;
    case "resource": {
      const file = givenFiles(state).find(({ id }) => id === binding.resource);
      return file ? tellFile(file, tokens) : "a file";
    }
    case "task":
      return `the ${binding.output} of task ${numberOf(binding.task)}`;
  }
}

function tellValue(value: Value, tokens: Telling["tokens"]): JsonValue {
  switch (value.as) {
    case "text":
      return value.text;
    case "data":
      return value.data;
    case "resource":
      return { ...tellFile(value.resource, tokens), ...(value.excerpt === undefined ? {} : { begins: value.excerpt }) };
  }
}

const tellFile = ({ id, name, kind }: Resource, tokens: Telling["tokens"]) => ({
  file: tokens.get(id) ?? null,
  name: name.slice(0, MAX_NAME_CHARS),
  kind,
});

/** All texts among the outputs of a task. */
const wordsFrom = ({ id }: Task, state: RunState): readonly string[] =>
  Object.values(taskWork(state, id).outputs).map((value) => {
    if (value.as === "text") return value.text;
    return value.as === "data" ? stringsIn(value.data).join("\n") : (value.excerpt ?? "");
  });

/** The texts inside JSON, one by one and without JSON's quotation marks and escapes. */
function stringsIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((item: JsonValue) => stringsIn(item));
}
