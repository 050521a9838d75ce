import type { CodeLanguage } from "../../../../domain/catalogue.ts";
import { type InferenceArguments, knownArguments } from "../../../../domain/inference-arguments.ts";
import { tasksOfTag } from "../../model/tasks.ts";
import { type CodeCall, type CodeValue, type Named, readCalls } from "./calls.ts";
import { tokensOf } from "./tokens.ts";

/** A call that runs a model. */
export interface InferenceCall {
  /** The task that the code names, in the Hub's spelling; null where it is the model's own. */
  readonly task: string | null;
  /** Those of the call, and below them those that the model was loaded with. */
  readonly arguments: InferenceArguments;
}

/** What code calls a model by. */
interface Loaded {
  /** Whether it is a client of an API, whose methods name the task. */
  readonly isClient: boolean;
  readonly task: string | null;
  readonly named: Named<Loaded>;
}

/** A class whose `from_pretrained` gives what runs: `AutoModelForSeq2SeqLM`, `FluxPipeline`, `GPT2LMHeadModel`. */
const RUNS_WEIGHTS = /Model|Pipeline|For[A-Z]/;
const CLIENTS: ReadonlySet<string> = new Set(["InferenceClient", "AsyncInferenceClient", "HfInference"]);
/** Classes that are loaded by being made, with the Hub's task for what they give. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ["SentenceTransformer", "feature-extraction"],
  ["CrossEncoder", "text-ranking"],
]);
/** Methods that run what was loaded; it may also be called itself. */
const RUNNING: ReadonlySet<string> = new Set(["generate", "encode", "predict", "forward"]);
/** Objects that hold arguments and nothing else. */
const CONFIGS: ReadonlySet<string> = new Set(["GenerationConfig", "SamplingParams"]);
/** Names under which arguments stand together. */
const GROUPS: ReadonlySet<string> = new Set(
  "parameters generate_parameters generation_parameters generate_kwargs generation_config".split(" "),
);
/** Values of one call, and of the dictionaries in it; a dictionary may stand in many others, and in each once more. */
const MAX_VALUES = 64;
const CHAT: ReadonlySet<string> = new Set([
  ...["chat.completions.create", "chat_completion", "chatCompletion", "chatCompletionStream"],
]);

/**
 * The first call in a piece of code that runs a model, read out of the code and never run: what `pipeline`,
 * `from_pretrained`, `SentenceTransformer` or a client gave, called with arguments. A pipeline that is only made counts
 * where none is called. Null where there is neither, or the code loads other models and never names this one.
 * @param isThis whether a text names this model
 */
export function readInference(
  code: string,
  language: CodeLanguage,
  isThis: (text: string) => boolean,
): InferenceCall | null {
  let isNamed = false;
  let isOther = false;
  /** What other models were loaded as. */
  const others = new Set<Loaded>();
  const first: { run?: InferenceCall; made?: InferenceCall } = {};

  /** Whether a value is another model, by its name or as it was loaded. */
  const isAnother = (model: CodeValue<Loaded>): boolean =>
    typeof model === "string" ? !isThis(model) : isLoaded(model) && others.has(model);
  /** Whether this model is among the values of a call, by its name or as it was loaded. */
  const isAmong = ({ positional, named }: CodeCall<Loaded>): boolean =>
    [...positional, ...named.values()].some(
      (value) => (typeof value === "string" || isLoaded(value)) && !isAnother(value),
    );
  /** What a call loads: another model by that one's name, unless this one goes into it, as an adapter does. */
  function load(call: CodeCall<Loaded>, model: CodeValue<Loaded>, loaded: Loaded): Loaded {
    isOther ||= isAnother(model);
    if (isAnother(model) && !isAmong(call)) others.add(loaded);
    return loaded;
  }
  function onCall(call: CodeCall<Loaded>): CodeValue<Loaded> {
    const { on, path, positional, named } = call;
    const isNamedHere = [...positional, ...named.values()].some((value) => typeof value === "string" && isThis(value));
    isNamed ||= isNamedHere;
    if (isLoaded(on)) {
      if (isNamedHere && !on.isClient) others.delete(on);
      const task = on.isClient ? methodTask(path) : on.task;
      const isRun = on.isClient
        ? task !== null
        : path.length === 0 || (path.length === 1 && RUNNING.has(path[0] ?? ""));
      if (isRun) {
        const given = [...argumentsIn(call)];
        const asked = on.isClient ? given.find(([argument]) => argument === "model")?.[1] : undefined;
        isOther ||= isAnother(asked);
        if (!isAnother(asked ?? on)) {
          first.run ??= { task, arguments: knownArguments([...argumentsOf(on.named).take(MAX_VALUES), ...given]) };
        }
        return undefined;
      }
      // `pipe.to("cuda")` is the same again.
      return path.length === 1 ? on : undefined;
    }
    const name = path.at(-1) ?? "";
    if (on !== undefined) return undefined;
    if (name === "pipeline") {
      const task = textOf(positional[0]) ?? textOf(named.get("task"));
      const made = load(call, positional[1] ?? named.get("model"), { isClient: false, task, named });
      if (!others.has(made)) first.made ??= { task, arguments: knownArguments(argumentsIn(call)) };
      return made;
    }
    if ((name === "from_pretrained" || name === "fromPretrained") && RUNS_WEIGHTS.test(path.at(-2) ?? "")) {
      return load(call, positional[0] ?? named.get("pretrained_model_name_or_path"), {
        isClient: false,
        task: null,
        named,
      });
    }
    const task = CLASSES.get(name);
    if (task !== undefined) return load(call, positional[0], { isClient: false, task, named });
    if (CLIENTS.has(name))
      return load(call, positional[0] ?? named.get("model"), { isClient: true, task: null, named });
    return CONFIGS.has(name) ? named : undefined;
  }
  readCalls(tokensOf(code, language), onCall);
  return isOther && !isNamed ? null : (first.run ?? first.made ?? null);
}

const isLoaded = (value: CodeValue<Loaded>): value is Loaded =>
  typeof value === "object" && value !== null && !(value instanceof Map) && "isClient" in value;

const textOf = (value: CodeValue<Loaded>): string | null => (typeof value === "string" ? value : null);

/** The Hub's task for a client's method: `text_to_image` and `textToImage` are "text-to-image"; null for what is none of ours. */
function methodTask(path: readonly string[]): string | null {
  if (CHAT.has(path.join("."))) return "conversational";
  const [method = "", ...further] = path;
  const task = method.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
  return further.length === 0 && tasksOfTag(task).length > 0 ? task : null;
}

/** The named arguments of a call, and those of objects that JavaScript passes in their place. */
const argumentsIn = ({ positional, named }: CodeCall<Loaded>): Iterable<Argument> =>
  [...positional.filter((value) => value instanceof Map), named].values().flatMap(argumentsOf).take(MAX_VALUES);

type Argument = readonly [name: string, value: CodeValue<Loaded>];

/** Values with their names, each group before those in it: without end where nobody counts them. */
function* argumentsOf(named: Named<Loaded>): Generator<Argument> {
  for (const argument of named) {
    yield argument;
    const [name, value] = argument;
    if (value instanceof Map && GROUPS.has(name)) yield* argumentsOf(value);
  }
}
