import { boundedArguments, type InferenceArguments } from "../../domain/inference-arguments.ts";

/** The arguments that hf-inference takes for a task type. */
interface Taken {
  readonly names: readonly string[];
  /** The parameter that they stand in together; left out where each is a parameter itself. */
  readonly within?: "generate_parameters" | "generation_parameters";
}

const SAMPLING =
  "do_sample early_stopping num_beams num_beam_groups temperature top_k top_p typical_p penalty_alpha epsilon_cutoff eta_cutoff".split(
    " ",
  );
/** `generate_parameters` takes whatever the generation of `transformers` does. */
const DECODING = [...SAMPLING, "length_penalty", "repetition_penalty", "no_repeat_ngram_size"];
const LENGTHS = ["max_length", "max_new_tokens", "min_length", "min_new_tokens"];
const DIFFUSION = ["num_inference_steps", "guidance_scale"];
const EXTRACTION = ["doc_stride", "handle_impossible_answer", "max_answer_len", "max_question_len", "max_seq_len"];

const EDITED: Taken = { names: DIFFUSION };
const CONTROLS = ["canny", "hed", "mlsd", "normal", "openpose", "depth", "scribble", "seg"];

/**
 * By task type, of the parameters that Hugging Face documents for its tasks (`@huggingface/tasks`). A length is taken for
 * summaries alone: elsewhere the result is as long as what it is made of, and a card's short example would cut it. Task
 * types whose file the library sends as it is are not here, as it leaves out whatever is beside it.
 */
export const TAKEN: ReadonlyMap<string, Taken> = new Map<string, Taken>([
  ["summarization", { names: [...DECODING, ...LENGTHS], within: "generate_parameters" }],
  ["translation", { names: DECODING, within: "generate_parameters" }],
  [
    "text-generation",
    { names: [..."do_sample temperature top_k top_p typical_p repetition_penalty frequency_penalty".split(" ")] },
  ],
  ["text-to-speech", { names: SAMPLING, within: "generation_parameters" }],
  ["question-answering", { names: [...EXTRACTION, "align_to_words"] }],
  ["document-question-answering", { names: EXTRACTION }],
  ["zero-shot-classification", { names: ["hypothesis_template", "multi_label"] }],
  ["zero-shot-image-classification", { names: ["hypothesis_template"] }],
  ["image-segmentation", { names: ["threshold", "mask_threshold", "overlap_mask_area_threshold", "subtask"] }],
  ["text-to-image", { names: [...DIFFUSION, "width", "height"] }],
  ...["image-to-image", "image-editing", ...CONTROLS.map((control) => `${control}-text-to-image`)].map(
    (type) => [type, EDITED] as const,
  ),
]);

/** Arguments that models refuse where the first is more than the second; the first is left out then. */
const AT_MOST = [
  ["min_length", "max_length"],
  ["min_new_tokens", "max_new_tokens"],
  ["num_beam_groups", "num_beams"],
] as const;

/** A request of the library with the arguments of a card in it. */
interface Completed {
  readonly args: object;
  /** The arguments that were added. */
  readonly added: InferenceArguments;
}

/**
 * A request with those default arguments that the task type takes, below what the request says itself: where that says
 * how long the result shall be, all lengths of the defaults are left out, and one that contradicts another always. Null
 * where nothing is to be added.
 */
export function withDefaults(args: object, taskType: string, defaults: InferenceArguments): Completed | null {
  const taken = TAKEN.get(taskType);
  if (!taken) return null;
  const parameters = partOf(args, "parameters");
  const own = taken.within === undefined ? parameters : partOf(parameters, taken.within);
  const said = new Set(Object.keys(own));
  const isLengthSaid = LENGTHS.some((name) => said.has(name));
  const open = taken.names.filter((name) => !said.has(name) && !(isLengthSaid && LENGTHS.includes(name)));
  const bounded = boundedArguments(defaults, open);
  const clashing = new Set<string>(
    AT_MOST.flatMap(([least, most]) => (Number(bounded[least]) > Number(bounded[most]) ? [least] : [])),
  );
  const added = boundedArguments(
    bounded,
    open.filter((name) => !clashing.has(name)),
  );
  if (Object.keys(added).length === 0) return null;
  const completed = { ...added, ...own };
  return {
    args: {
      ...args,
      parameters: taken.within === undefined ? completed : { ...parameters, [taken.within]: completed },
    },
    added,
  };
}

/** An object within another; empty where there is none. */
function partOf(whole: object, name: string): object {
  const part: unknown = Reflect.get(whole, name);
  return typeof part === "object" && part !== null ? part : {};
}
