import { languageTag } from "../../../domain/languages.ts";
import { BUILT_IN_TASK_TYPES } from "../../../domain/task-types/index.ts";
import { type HubModel, strings, unique } from "./hub-model.ts";

/** "A hundred and more" is how the catalogue says that a model knows languages at large. */
const MANY = 100;
const MAX_LISTED = 2_000;
const WHICHEVER: ReadonlySet<string> = new Set(["multilingual", "mul", "multi"]);

/**
 * The languages that a card's front matter lists; tags only where there is no front matter, as they repeat it and are
 * full of two-letter words that mean something else. "multilingual" alone is "mul".
 * @returns [] for a model that works on none, null where nothing is said.
 */
export function readLanguages(
  model: Pick<HubModel, "cardData" | "tags">,
  tasks: readonly string[],
): readonly string[] | null {
  const listed = model.cardData ? cardLanguages(model.cardData) : (model.tags ?? []).filter((tag) => AS_TAGS.has(tag));
  const tags = unique(
    listed.flatMap((language) => languageTag(language) ?? []),
    MAX_LISTED,
  ).filter((tag) => !WHICHEVER.has(tag));
  const isMany = tags.length >= MANY || (tags.length < 2 && listed.some((one) => WHICHEVER.has(one.toLowerCase())));
  if (isMany) return ["mul"];
  if (tags.length > 0) return tags;
  return tasks.every((task) => WORDLESS.has(task)) ? [] : null;
}

/** YAML 1.1 reads Norwegian, `no`, as false. */
function cardLanguages(card: Readonly<Record<string, unknown>>): readonly string[] {
  const written = card.language ?? card.languages;
  const all: readonly unknown[] = Array.isArray(written) ? written : [written];
  return strings(
    all.map((one) => (one === false ? "no" : one)),
    MAX_LISTED,
  );
}

/** Tags that are languages and nothing else; `ml` is machine learning as often, and `sd` a diffusion model. */
const AS_TAGS: ReadonlySet<string> = new Set("multilingual en de fr es zh ja ko ru ar hi pl nl tr vi uk sv".split(" "));

/** Task types that neither read nor write language: no text goes in, no sound, and what comes out is no text alone. */
const WORDLESS: ReadonlySet<string> = new Set(
  BUILT_IN_TASK_TYPES.filter(
    ({ inputs, outputs }) =>
      inputs.every(
        ({ required, kinds }) => !required || kinds.every((kind) => /^(?:image|video|table|data)/.test(kind)),
      ) &&
      outputs.every(({ kinds }) => kinds.every((kind) => kind !== "audio" && kind !== "document")) &&
      outputs[0]?.kinds.every((kind) => kind !== "text") === true,
  ).map(({ name }) => name),
);
