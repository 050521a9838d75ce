import { baseKind } from "../domain/kinds.ts";
import type { Port, TaskType } from "../domain/task-types/index.ts";

/** Does a task type take or give anything that is in a language? One that nobody described is taken to. */
export const isAboutLanguage = (type: TaskType | undefined): boolean =>
  type === undefined || [...type.inputs, ...type.outputs].some(holdsLanguage);

const LANGUAGE_KINDS: ReadonlySet<string> = new Set(["text", "audio", "document"]);
const holdsLanguage = ({ kinds }: Port): boolean => kinds.some((kind) => LANGUAGE_KINDS.has(baseKind(kind)));
