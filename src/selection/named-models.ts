import { type Endpoint, endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { type Condition, conditionOf, type SelectionContext } from "./condition.ts";
import { expertIndexOf } from "./expert-index.ts";
import { modelNamed } from "./model-names.ts";
import { otherIdOf } from "./routed-model.ts";
import { allRows, hasAny } from "./rows.ts";
import { type AllowOrDeny, namesIn } from "./sides.ts";

/**
 * A model to avoid is avoided everywhere. One to use ties the tasks that it is known for, here or elsewhere; where it is
 * known for no task of the plan it ties them all, so that nothing else is used in its stead.
 */
export function modelCondition(side: AllowOrDeny, taskType: string, scene: SelectionContext): readonly Condition[] {
  const { cast, taskTypes, once } = scene;
  const names = namesIn(side);
  const ids = idsAmong(names, scene);
  const isMeant = isMeantBy(names, ids);
  const keys = new Set(names.filter((name) => name.includes(":")));
  const isOne = (expert: Expert): boolean => {
    if (isMeant(expert.facts.id)) return true;
    const other = otherIdOf(expert);
    return (other !== null && isMeant(other)) || (keys.size > 0 && isNamedWhole(expert.endpoint, keys));
  };
  const holds = "deny" in side ? (expert: Expert): boolean => !isOne(expert) : isOne;
  const said = conditionOf({ model: side }, holds, ({ endpoint }) => `model ${endpoint.model}`);
  // Which names are ids depends on what there is, and not on the experts that verdicts are kept for.
  const condition = { ...said, exactly: JSON.stringify([said.exactly, ids]) };
  if ("deny" in side) return [condition];
  const isKnownFor = (type: string): boolean => isHere(condition, cast.experts(type)) || cast.knows(type, isMeant);
  const tied = once(condition.exactly, () => taskTypes.filter(isKnownFor));
  return tied.length === 0 || tied.includes(taskType) ? [condition] : [];
}

/** Names of models that no model has, here or elsewhere, whatever it does. */
export const namesOfNone = (names: readonly string[], scene: SelectionContext): readonly string[] =>
  scene.once(`of none ${JSON.stringify(names)}`, () => {
    const some = new Set(namesOfSome(names, (asked) => modelNamed(...asked.flatMap(modelsIn)), scene));
    return names.filter((name) => !some.has(name));
  });

/** "custom:our/sum", "maker/model:together" and "huggingface:maker/model:together" name an endpoint by the model there. */
const modelsIn = (name: string): readonly string[] => [
  ...new Set([name, name.replace(/^[^:/]*:/, ""), name.replace(/^[^:/]*:|:[^:/]*$/g, "")]),
];

/** The names that are all of an id: they mean that model, and none whose id only begins so. */
function idsAmong(names: readonly string[], scene: SelectionContext): readonly string[] {
  const whole = names.filter((name) => name.includes("/"));
  return scene.once(`ids ${JSON.stringify(whole)}`, () => namesOfSome(whole, isOneOf, scene));
}

type IsMeant = (id: string) => boolean;

/** The names that some model has: one of the plan's tasks, as most are among these, or else any. Every id is seen once. */
function namesOfSome(
  names: readonly string[],
  meaning: (names: readonly string[]) => IsMeant,
  { cast, taskTypes }: SelectionContext,
): readonly string[] {
  let left = names;
  for (const taskType of [...taskTypes, null]) {
    if (left.length === 0) break;
    const isAny = meaning(left);
    const each = new Map(left.map((name) => [name, meaning([name])]));
    cast.knows(taskType, (id) => {
      if (!isAny(id)) return false;
      for (const [name, isMeant] of each) if (isMeant(id)) each.delete(name);
      return each.size === 0;
    });
    left = [...each.keys()];
  }
  const none = new Set(left);
  return names.filter((name) => !none.has(name));
}

function isMeantBy(names: readonly string[], ids: readonly string[]): IsMeant {
  const isNamed = modelNamed(...names.filter((name) => !ids.includes(name)));
  const isId = isOneOf(ids);
  return (id) => isNamed(id) || isId(id);
}

/** Whether an id is one of some, in whatever case. Workers AI puts a sign before: "@cf/openai/whisper" is openai/whisper. */
function isOneOf(ids: readonly string[]): IsMeant {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const lengths = new Set([...wanted].map(({ length }) => length));
  // Of thousands of ids nearly all are of another length, which is cheaper to see.
  return (id) =>
    (lengths.has(id.length) && wanted.has(id.toLowerCase())) ||
    (id.startsWith("@") && wanted.has(id.slice(id.indexOf("/") + 1).toLowerCase()));
}

/** By all of its name, with or without the provider's. */
const isNamedWhole = (endpoint: Endpoint, names: ReadonlySet<string>): boolean =>
  names.has(endpoint.model) || names.has(endpointKey(endpoint));

const isHere = (condition: Condition, experts: readonly Expert[]): boolean =>
  hasAny(expertIndexOf(experts).verdicts(condition, allRows(experts.length)));
