import { type Endpoint, endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { type AllowOrDeny, type Condition, conditionOf, namesIn, type SelectionContext } from "./condition.ts";
import { expertIndexOf } from "./expert-index.ts";
import { otherIdOf } from "./origins.ts";
import { allRows, hasAny } from "./rows.ts";

/**
 * A model to avoid is avoided everywhere. One to use ties the tasks that it is known for, here or elsewhere; where it is
 * known for no task of the plan it ties them all, so that nothing else is used in its stead.
 */
export function modelCondition(side: AllowOrDeny, taskType: string, context: SelectionContext): readonly Condition[] {
  const { pool, taskTypes, once } = context;
  const names = namesIn(side);
  const ids = idsAmong(names, context);
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
  const isKnownFor = (type: string): boolean => isHere(condition, pool.experts(type)) || pool.knows(type, isMeant);
  const tied = once(condition.exactly, () => taskTypes.filter(isKnownFor));
  return tied.length === 0 || tied.includes(taskType) ? [condition] : [];
}

/** Names of models that no model has, here or elsewhere, whatever it does. */
export const namesOfNone = (names: readonly string[], context: SelectionContext): readonly string[] =>
  context.once(`of none ${JSON.stringify(names)}`, () => {
    const some = new Set(namesOfSome(names, (asked) => modelNamed(...asked.flatMap(modelsIn)), context));
    return names.filter((name) => !some.has(name));
  });

/** "custom:our/sum", "maker/model:together" and "huggingface:maker/model:together" name an endpoint by the model there. */
const modelsIn = (name: string): readonly string[] => [
  ...new Set([name, name.replace(/^[^:/]*:/, ""), name.replace(/^[^:/]*:|:[^:/]*$/g, "")]),
];

/** The names that are all of an id: they mean that model, and none whose id only begins so. */
function idsAmong(names: readonly string[], context: SelectionContext): readonly string[] {
  const whole = names.filter((name) => name.includes("/"));
  return context.once(`ids ${JSON.stringify(whole)}`, () => namesOfSome(whole, isOneOf, context));
}

type IsMeant = (id: string) => boolean;

/** The names that some model has: one of the plan's tasks, as most are among these, or else any. Every id is seen once. */
function namesOfSome(
  names: readonly string[],
  meaning: (names: readonly string[]) => IsMeant,
  { pool, taskTypes }: SelectionContext,
): readonly string[] {
  let left = names;
  for (const taskType of [...taskTypes, null]) {
    if (left.length === 0) break;
    const isAny = meaning(left);
    const each = new Map(left.map((name) => [name, meaning([name])]));
    pool.knows(taskType, (id) => {
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

/**
 * What names mean of models' ids: all of one, its last part, or how either begins, up to the end of a word. "whisper" is
 * openai/whisper-large-v2, "openai" is no model, "llama" is Llama 3 too, and "llama-3" is not Llama 3.1.
 */
export function modelNamed(...names: readonly string[]): (id: string) => boolean {
  const spellings = names.flatMap(spellingsOf);
  const pattern = spellings.flatMap(patternOf).join("|");
  if (pattern === "") return () => false;
  const isHere = new RegExp(pattern, "iuy");
  // Of thousands of ids nearly all begin otherwise, which is cheaper to see.
  const initials = new Set(spellings.map((name) => name.charAt(0).toLowerCase()));
  const begins = (id: string, at: number): boolean => {
    isHere.lastIndex = at;
    return initials.has(id.charAt(at).toLowerCase()) && isHere.test(id);
  };
  return (id) => {
    for (let at = 0; ; ) {
      if (begins(id, at)) return true;
      const slash = id.indexOf("/", at);
      if (slash === -1) return false;
      at = slash + 1;
    }
  };
}

/** Families that are called by two names. */
const ALSO: readonly (readonly [RegExp, string])[] = [
  [/^sd[\s_-]?xl(?![a-z])/i, "stable-diffusion-xl"],
  [/^stable[\s_-]?diffusion[\s_-]?xl(?![a-z])/i, "sdxl"],
  [/^sd(?=[\s_-]?v?\d)/i, "stable-diffusion"],
];

const spellingsOf = (name: string): readonly string[] => {
  const plain = name.trim();
  return [plain, ...ALSO.flatMap(([known, other]) => (known.test(plain) ? plain.replace(known, other) : []))];
};

/** No further word, and no further part of a version, follows within the last part. */
const END = "(?![\\p{L}\\d]|(?<=\\d)\\.\\d)[^/]*$";
/** Of a whole family its versions are meant as well: wav2vec2 for "wav2vec". */
const VERSION = "(?:v?\\d+(?:\\.\\d+)*)?";
/** YOLO's sizes are letters, and its offspring are called by letters. */
const YOLO_VERSION = "(?:(?<!\\d)v?\\d+(?:\\.\\d+)*)?[a-z]?";

/**
 * A version may be joined to a name or not: m2m100 is "m2m-100", and stable-diffusion-v1-5 is "stable diffusion 1.5".
 * What ends with no letter or digit is the whole of an id or of its last part.
 */
function patternOf(name: string): readonly string[] {
  if (name === "") return [];
  if (!/[\p{L}\d]$/u.test(name)) return [`${RegExp.escape(name)}$`];
  const words = name.split(/[\s_-]+|(?<=\p{L})(?=\d)/u).filter((word) => word !== "");
  const joined = words.map((word, place) => `${place === 0 ? "" : jointBefore(word)}${spelt(word)}`).join("");
  const follows = /^yolo/i.test(name) ? YOLO_VERSION : /\d$/.test(name) ? "" : VERSION;
  return [`${joined}${follows}${END}`];
}

const jointBefore = (word: string): string => (/^\d/.test(word) ? "[\\s_-]*v?" : "[\\s_-]+");
const spelt = (word: string): string =>
  word
    .split(".")
    .map((part) => RegExp.escape(part))
    .join("[._-]");
