import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import { mayMean, pick, tellsMaker } from "./pick.ts";
import { namesOf, type PlanBuilder } from "./plan-builder.ts";
import { type Referent, valueFor, type Worth } from "./referent-index.ts";
import type { ClauseScope, ScopedPart } from "./scope.ts";

/** How a task type chooses among things nobody named: which worth, as they are or after a conversion, in this order. */
interface Step {
  readonly worth: ReadonlySet<Worth> | null;
  readonly direct: boolean;
}

const worth = (...values: Worth[]): ReadonlySet<Worth> => new Set(values);
const CONVERTED: Step = { worth: null, direct: false };

const HANDS_ON: readonly Step[] = [
  { worth: worth("source", "digest"), direct: true },
  { worth: worth("answer"), direct: true },
  CONVERTED,
];
const ANALYSES: readonly Step[] = [
  { worth: worth("source"), direct: true },
  CONVERTED,
  { worth: worth("digest", "answer"), direct: true },
];
const LOOKS: readonly Step[] = [
  { worth: worth("source"), direct: true },
  { worth: worth("map"), direct: true },
  CONVERTED,
];
const ALTERS: readonly Step[] = [{ worth: worth("source", "map"), direct: true }, CONVERTED];

/** Types that pass a text on: they take the newest, a summary or translation too. Others analyse, and want the original. */
const PASSES_ON: ReadonlySet<string> = new Set([
  "text-to-speech",
  "translation",
  "text2text-generation",
  "text-generation",
  "text-to-image",
  "text-to-video",
  "conversational",
  "code-execution",
]);
const ALTERS_IMAGE: ReadonlySet<string> = new Set(["image-to-image", "image-editing", "image-to-video"]);

function stepsOf(type: TaskType, port: Port): readonly Step[] {
  if (PASSES_ON.has(type.name)) return HANDS_ON;
  if (ALTERS_IMAGE.has(type.name)) return ALTERS;
  return port.kinds.some((kind) => kind.startsWith("image")) ? LOOKS : ANALYSES;
}

/**
 * Finds what a clause gives to a port where nothing is linked to it: one thing, or several when it is said of several.
 * Empty when there is nothing.
 * @param own the parts of the clause that may be meant.
 */
export function chooseObjects(
  type: TaskType,
  port: Port,
  scope: ClauseScope,
  own: readonly ScopedPart[],
  shop: PlanBuilder,
): readonly Referent[] {
  const steps = stepsOf(type, port);
  const can = (thing: Referent): boolean => shop.canSupply(thing, port, type.name);
  return named(port, own, can) ?? named(port, scope.parts, can) ?? mentioned(scope, steps, can, shop) ?? newest();

  function newest(): readonly Referent[] {
    for (const era of ["message", "log"] as const) {
      for (const step of steps) {
        for (const group of shop.scene.newestFirst) {
          const fitting = group.filter(
            (thing) =>
              thing.era === era &&
              (step.worth === null || step.worth.has(thing.worth)) &&
              (valueFor(thing, port) !== null) === step.direct &&
              can(thing),
          );
          if (fitting.length > 0) return fitting;
        }
      }
    }
    return [];
  }
}

/** Files and words of the clause; words first where text is wanted, files where a medium is. */
function named(
  port: Port,
  parts: readonly ScopedPart[],
  can: (thing: Referent) => boolean,
): readonly Referent[] | null {
  const things = parts.flatMap(({ thing, part }) => (thing && part.as !== "code" && can(thing) ? [thing] : []));
  const direct = things.filter((thing) => valueFor(thing, port));
  const words = direct.filter((thing) => thing.words !== null);
  const chosen = words.length > 0 ? words : direct.length > 0 ? direct : things;
  return chosen.length > 0 ? chosen : null;
}

function mentioned(
  scope: ClauseScope,
  steps: readonly Step[],
  can: (thing: Referent) => boolean,
  shop: PlanBuilder,
): readonly Referent[] | null {
  for (const mention of scope.mentions) {
    if (mention.pronoun) continue;
    const groups = shop.scene.newestFirst
      .map((group) => group.filter((thing) => mayMean(mention, thing) && can(thing)))
      .filter((group) => group.length > 0);
    const preferred = groups
      .map((group) => group.filter((thing) => steps[0]?.worth?.has(thing.worth)))
      .filter((group) => group.length > 0);
    const pool =
      tellsMaker(mention) || mention.words.some((word) => RECENT.has(word)) || preferred.length === 0
        ? groups
        : preferred;
    const chosen = pick(mention, pool);
    if (chosen.length === 0) continue;
    if (chosen.length > 1 && !mention.plural)
      shop.note(
        `It is not clear which is meant by "${mention.words.join(" ")}", so all of ${namesOf(chosen)} are taken.`,
      );
    return chosen;
  }
  return null;
}

/** Words that point at what was made last, whatever it is. */
const RECENT: ReadonlySet<string> = new Set([
  "above",
  "previous",
  "last",
  "latest",
  "newest",
  "new",
  "generated",
  "resulting",
  "result",
  "edited",
]);
