import { endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { coversLanguage, languageInWords, languageTag } from "../domain/languages.ts";
import { singles, type Task } from "../domain/plan.ts";
import type { Condition } from "./condition.ts";
import { languagesFact } from "./words.ts";

/** What a task itself needs of its model: the one that the plan names, and the languages that its arguments name. */
export const needsOf = (task: Task): readonly Condition[] => [
  ...(task.model === undefined ? [] : [namedBy(task.model)]),
  ...languagesOf(task).map(knowsLanguage),
];

const namedBy = (model: string): Condition => ({
  key: "named by the plan",
  exactly: `named ${model}`,
  basis: "expert",
  words: `The model that the plan names: ${model}`,
  holds: (expert) => isNamed(expert, model),
  fact: ({ endpoint }) => `model ${endpoint.model}`,
});

/** Whether an expert is the one that a plan names as `provider:model`; lengths are compared first, as most differ. */
export const isNamed = ({ endpoint }: Expert, name: string): boolean =>
  name.length === endpoint.provider.length + endpoint.model.length + 1 && name === endpointKey(endpoint);

/** Arguments that name a language in which a model must write, speak, read or hear. */
const LANGUAGE_ARGUMENTS = ["target-language", "source-language", "language"];

/** As tags, each once; empty where nothing names a language, or only another task's output will. */
export function languagesOf({ args }: Task): readonly string[] {
  const said = LANGUAGE_ARGUMENTS.flatMap((name) => {
    const binding = Object.hasOwn(args, name) ? args[name] : undefined;
    return binding === undefined ? [] : singles(binding);
  });
  const tags = said.flatMap((one) =>
    one.from === "literal" && typeof one.value === "string" ? (languageTag(one.value) ?? []) : [],
  );
  return [...new Set(tags)];
}

/** Where a model's languages are not known it stays, behind those that are known to know it. */
const knowsLanguage = (tag: string): Condition => ({
  key: `knows ${tag}`,
  exactly: `knows ${tag}`,
  basis: "languages",
  words: `Knows ${languageInWords(tag)}`,
  holds: ({ facts: { languages } }) => languages === null || languages.some((one) => coversLanguage(one, tag)),
  fact: languagesFact,
});

export const isSureToKnow = ({ facts }: Expert): boolean => facts.languages !== null;
