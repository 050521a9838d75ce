/** A value of an argument: code is read and never run, so that it is one that stands there as it is. */
export type ArgumentValue = number | boolean | string;
/** Arguments by name, in the spelling of Hugging Face's Python libraries: `{"num_beams": 4, "do_sample": false}`. */
export type InferenceArguments = Readonly<Record<string, ArgumentValue>>;

/** A function as a call names it. */
export interface CalledFunction {
  /** A task type, whose inputs and outputs are those of the function. */
  readonly function: string;
  /** Besides the inputs. */
  readonly arguments: InferenceArguments;
}

/** The values that an argument takes; a number beyond its bounds counts as the bound when it is passed on. */
type Rule =
  | { readonly is: "count" | "amount"; readonly least: number; readonly most: number }
  | { readonly is: "flag" }
  | { readonly is: "word"; readonly words: readonly string[] }
  | { readonly is: "template" };

const count = (least: number, most: number): Rule => ({ is: "count", least, most });
const amount = (least: number, most: number): Rule => ({ is: "amount", least, most });
const share = amount(0, 1);
const flag: Rule = { is: "flag" };

/** A page; more is seldom meant, and always paid for. */
const MAX_NEW_TOKENS = 1_024;
/** Each beam computes as much as the whole of a greedy search. */
const MAX_BEAMS = 8;
/** More steps change little in a picture, and each takes as long as the one before. */
const MAX_STEPS = 50;
/** Of a picture; the largest that the models served today are made for. */
const MAX_SIDE_PIXELS = 1_024;

/**
 * The arguments that say how a model is best run, by the names of the parameters that Hugging Face documents for its
 * tasks (`@huggingface/tasks`) and of `transformers`' generation. Left out are those that belong to the one example that
 * a card shows (seeds, negative prompts, languages) and those that ask for several results at once.
 */
const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    ...{ do_sample: flag, early_stopping: flag, num_beams: count(1, MAX_BEAMS), num_beam_groups: count(1, MAX_BEAMS) },
    ...{ temperature: amount(0, 2), top_k: count(0, 1_000), top_p: share, typical_p: share, penalty_alpha: share },
    ...{ epsilon_cutoff: share, eta_cutoff: share, frequency_penalty: amount(-2, 2), repetition_penalty: amount(0, 5) },
    ...{ length_penalty: amount(-5, 5), no_repeat_ngram_size: count(0, 20) },
    ...{ max_length: count(1, MAX_NEW_TOKENS), max_new_tokens: count(1, MAX_NEW_TOKENS) },
    max_tokens: count(1, MAX_NEW_TOKENS),
    ...{ min_length: count(0, 256), min_new_tokens: count(0, 256) },

    ...{ num_inference_steps: count(1, MAX_STEPS), guidance_scale: amount(0, 30) },
    ...{ width: count(256, MAX_SIDE_PIXELS), height: count(256, MAX_SIDE_PIXELS) },

    ...{ threshold: share, mask_threshold: share, overlap_mask_area_threshold: share },
    subtask: { is: "word", words: ["instance", "panoptic", "semantic"] },
    aggregation_strategy: { is: "word", words: ["none", "simple", "first", "average", "max"] },

    ...{ multi_label: flag, hypothesis_template: { is: "template" } },
    ...{ align_to_words: flag, handle_impossible_answer: flag, max_answer_len: count(1, 512) },
    ...{ doc_stride: count(1, 512), max_question_len: count(1, 512), max_seq_len: count(16, 1_024) },
  } satisfies Record<string, Rule>),
);

/** Larger numbers are mistakes, or made to do harm. */
const MAX_NUMBER = 1e6;
/** A sentence with a place for a label: "This example is about {}." */
const MAX_TEMPLATE_CHARS = 120;

const isNumber = (value: unknown): value is number => typeof value === "number" && Math.abs(value) <= MAX_NUMBER;

function isOf(rule: Rule, value: unknown): value is ArgumentValue {
  switch (rule.is) {
    case "count":
      return isNumber(value) && Number.isInteger(value);
    case "amount":
      return isNumber(value);
    case "flag":
      return typeof value === "boolean";
    case "word":
      return typeof value === "string" && rule.words.includes(value);
    case "template":
      return (
        typeof value === "string" &&
        value.length <= MAX_TEMPLATE_CHARS &&
        value.includes("{}") &&
        !/[\p{Cc}\p{Cf}]/u.test(value)
      );
  }
}

/** Those among written arguments that are known, with values of their type; of equal names the last counts. */
export function knownArguments(written: Iterable<readonly [name: string, value: unknown]>): InferenceArguments {
  const known: Record<string, ArgumentValue> = {};
  for (const [name, value] of written) {
    const rule = RULES.get(name);
    if (rule && isOf(rule, value)) known[name] = value;
  }
  return known;
}

/** The arguments of these names, each number within its bounds. */
export function boundedArguments(given: InferenceArguments, names: readonly string[]): InferenceArguments {
  const bounded: Record<string, ArgumentValue> = {};
  for (const [name, value] of Object.entries(given)) {
    const rule = RULES.get(name);
    if (!rule || !names.includes(name) || !isOf(rule, value)) continue;
    bounded[name] = "least" in rule ? Math.min(rule.most, Math.max(rule.least, Number(value))) : value;
  }
  return bounded;
}

const inCode = (given: InferenceArguments): readonly string[] =>
  Object.entries(given).map(([name, value]) => `${name}=${JSON.stringify(value)}`);

/** A call as code: `summarization(num_beams=4, do_sample=false)`. */
export const callInWords = ({ function: name, arguments: given }: CalledFunction): string =>
  `${name}(${inCode(given).join(", ")})`;

/** A function with the ports of its task type. */
interface Signature {
  readonly name: string;
  readonly inputs: readonly (SignaturePort & { readonly required: boolean })[];
  readonly outputs: readonly SignaturePort[];
  readonly defaults: InferenceArguments;
}
interface SignaturePort {
  readonly name: string;
  readonly kinds: readonly string[];
}

/** A signature as code: `summarization(text: text, length?: text, num_beams=4) → text: text`. */
export function signatureInWords({ name, inputs, outputs, defaults }: Signature): string {
  const kindsOf = ({ kinds }: SignaturePort): string => kinds.join(" | ");
  const takes = inputs.map((port) => `${port.name}${port.required ? "" : "?"}: ${kindsOf(port)}`);
  const gives = outputs.map((port) => `${port.name}: ${kindsOf(port)}`);
  return `${name}(${[...takes, ...inCode(defaults)].join(", ")}) → ${gives.join(", ")}`;
}
