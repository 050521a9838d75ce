import { LANGUAGE_TASK_TYPES } from "./language.ts";
import { MEDIA_TASK_TYPES } from "./media.ts";
import type { TaskType } from "./task-type.ts";
import { VISION_TASK_TYPES } from "./vision.ts";

export { AREAS, type Area, DEFAULT_TASK_TIMEOUT_MS, type Port, type SaidValue, type TaskType } from "./task-type.ts";

/** The built-in ontology: HuggingGPT's Table 11, its control tasks, HIVE's Table 4, and what those lack. */
export const BUILT_IN_TASK_TYPES: readonly TaskType[] = [
  ...LANGUAGE_TASK_TYPES,
  ...VISION_TASK_TYPES,
  ...MEDIA_TASK_TYPES,
];

/** The ontology of one deployment: the built-in task types and its own. */
export interface Ontology {
  readonly all: readonly TaskType[];
  /** The task type of exactly this name. */
  get(name: string): TaskType | undefined;
  /** The task type meant by a name or one of its other spellings; case, spaces and underscores don't matter. */
  read(name: string): TaskType | undefined;
}

const builtIn: ReadonlySet<string> = new Set(BUILT_IN_TASK_TYPES.map(({ name }) => name));

/** The task types that a deployment adds to the ones built in, which it may also narrow: the embedded planner was never trained with them. */
export const ownTypesOf = ({ all }: Ontology): readonly TaskType[] => all.filter(({ name }) => !builtIn.has(name));

/** A name as it is compared: case, spaces and underscores don't matter. */
export const canonical = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");

/**
 * The built-in task types and the deployment's own.
 * @param timeoutsMs how long an attempt may take, by the name of its task type, where the deployment says so
 * @throws {Error} as `ontologyOf` does
 */
export function createOntology(
  own: readonly TaskType[] = [],
  timeoutsMs: Readonly<Record<string, number>> = {},
): Ontology {
  return ontologyOf(
    [...BUILT_IN_TASK_TYPES, ...own].map((type) => {
      const timeoutMs = timeoutsMs[type.name];
      return timeoutMs === undefined ? type : { ...type, timeoutMs };
    }),
  );
}

/**
 * An ontology of exactly these task types.
 * @throws {Error} when two of them claim one name or spelling: a deployment's own must not shadow another.
 */
export function ontologyOf(all: readonly TaskType[]): Ontology {
  const byName = new Map<string, TaskType>();
  const bySpelling = new Map<string, TaskType>();
  for (const type of all) {
    byName.set(type.name, type);
    for (const spelling of new Set([type.name, ...type.aliases].map(canonical))) {
      const other = bySpelling.get(spelling);
      if (other) throw new Error(`Task types "${other.name}" and "${type.name}" both claim the name "${spelling}"`);
      bySpelling.set(spelling, type);
    }
  }
  return { all, get: (name) => byName.get(name), read: (name) => bySpelling.get(canonical(name)) };
}
