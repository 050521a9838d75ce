import { type CardCode, type CatalogueModel, sureLicence } from "../../../domain/catalogue.ts";
import { licenceTerms, saysNothing } from "../../../domain/licences.ts";
import { BUILT_IN_TASK_TYPES, canonical } from "../../../domain/task-types/index.ts";
import type { ReadCode } from "../card/code/read-code.ts";
import { tasksOfTag } from "./tasks.ts";

/**
 * A card's code as its model has it: with a function that is one of the model's task types, and with its text only where
 * the model's licence is known. Null for code that does none of the model's task types.
 */
export function cardCodeOf(
  read: ReadCode | null,
  model: Pick<CatalogueModel, "tasks" | "licence" | "licenceConfidence">,
): CardCode | null {
  const name =
    read && (read.task === null ? model.tasks : tasksNamed(read.task)).find((one) => model.tasks.includes(one));
  if (!read || name === null || name === undefined) return null;
  const licence = sureLicence(model);
  return {
    language: read.language,
    code: saysNothing(licenceTerms(licence)) ? null : read.code,
    licence,
    function: { name, defaults: read.arguments },
  };
}

/** The task types of a task as code names it: "sentiment-analysis", "translation_en_to_de". */
function tasksNamed(task: string): readonly string[] {
  const tag = /^translation_\w{2,10}_to_\w{2,10}$/.test(task) ? "translation" : task;
  const types = BUILT_IN_TASK_TYPES.filter(({ aliases }) => aliases.includes(canonical(tag)));
  return [...tasksOfTag(tag), ...types.map(({ name }) => name)];
}
