import { type Endpoint, endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { type AllowOrDeny, type Condition, conditionOf, namesIn, type SelectionContext } from "./condition.ts";
import { otherIdOf } from "./origins.ts";

/**
 * The condition that names of models set on the experts for a task type. Denied models are denied for every task. Allowed
 * ones only concern the tasks that one of them does, here or elsewhere: "use whisper" says nothing of a translation. If
 * they do none of the plan's tasks they concern all of them, so that nothing else is used instead.
 */
export function modelCondition(side: AllowOrDeny, taskType: string, context: SelectionContext): readonly Condition[] {
  const { pool, taskTypes, once } = context;
  const names = namesIn(side);
  const ids = idsAmong(names, context);
  const isMeant = matcherOf(names, ids);
  const keys = new Set(names.filter((name) => name.includes(":")));
  const isNamed = (expert: Expert): boolean => {
    if (isMeant(expert.facts.id)) return true;
    const other = otherIdOf(expert);
    return (other !== null && isMeant(other)) || (keys.size > 0 && isNamedInFull(expert.endpoint, keys));
  };
  const holds = "deny" in side ? (expert: Expert): boolean => !isNamed(expert) : isNamed;
  const condition = conditionOf({ model: side }, holds, ({ endpoint }) => `model ${endpoint.model}`);
  if ("deny" in side) return [condition];
  const concerned = once(`concerned ${JSON.stringify(names)}`, () =>
    taskTypes.filter((type) => pool.experts(type).some(isNamed) || pool.knows(type, isMeant)),
  );
  return concerned.length === 0 || concerned.includes(taskType) ? [condition] : [];
}

/** The names that no model has, here or elsewhere, whatever it does. */
export const unknownModelNames = (names: readonly string[], context: SelectionContext): readonly string[] =>
  context.once(`unknown ${JSON.stringify(names)}`, () => {
    const known = new Set(knownAmong(names, (some) => modelNamed(...some.flatMap(modelsIn)), context));
    return names.filter((name) => !known.has(name));
  });

/** The model's part of an endpoint's name: "huggingface:maker/model:together" → itself, "maker/model:together", "maker/model". */
const modelsIn = (name: string): readonly string[] => [
  ...new Set([name, name.replace(/^[^:/]*:/, ""), name.replace(/^[^:/]*:|:[^:/]*$/g, "")]),
];

/** The names that are the whole id of a model: they mean that model alone, and none whose id only begins like it. */
function idsAmong(names: readonly string[], context: SelectionContext): readonly string[] {
  const withMaker = names.filter((name) => name.includes("/"));
  return context.once(`ids ${JSON.stringify(withMaker)}`, () => knownAmong(withMaker, isOneOf, context));
}

type IdMatcher = (id: string) => boolean;

/**
 * The names that some model has. Models for the plan's tasks are looked at first, as most names are found among them, and
 * then all others; each id once, whatever the number of names.
 */
function knownAmong(
  names: readonly string[],
  toMatcher: (names: readonly string[]) => IdMatcher,
  { pool, taskTypes }: SelectionContext,
): readonly string[] {
  let left = names;
  for (const taskType of [...taskTypes, null]) {
    if (left.length === 0) break;
    const isAny = toMatcher(left);
    const each = new Map(left.map((name) => [name, toMatcher([name])]));
    pool.knows(taskType, (id) => {
      if (!isAny(id)) return false;
      for (const [name, isMeant] of each) if (isMeant(id)) each.delete(name);
      return each.size === 0;
    });
    left = [...each.keys()];
  }
  const unknown = new Set(left);
  return names.filter((name) => !unknown.has(name));
}

function matcherOf(names: readonly string[], ids: readonly string[]): IdMatcher {
  const isNamed = modelNamed(...names.filter((name) => !ids.includes(name)));
  const isId = isOneOf(ids);
  return (id) => isNamed(id) || isId(id);
}

/** Matches ids in any case. Workers AI puts a prefix before them: "@cf/openai/whisper" is "openai/whisper". */
function isOneOf(ids: readonly string[]): IdMatcher {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const lengths = new Set([...wanted].map(({ length }) => length));
  // Comparing lengths first rules out nearly all of thousands of ids at no cost.
  return (id) =>
    (lengths.has(id.length) && wanted.has(id.toLowerCase())) ||
    (id.startsWith("@") && wanted.has(id.slice(id.indexOf("/") + 1).toLowerCase()));
}

/** Whether a name is the endpoint's whole model name, with or without its provider. */
const isNamedInFull = (endpoint: Endpoint, names: ReadonlySet<string>): boolean =>
  names.has(endpoint.model) || names.has(endpointKey(endpoint));

/**
 * Matches ids of models against names as people write them. A name matches a whole id, its last part, or the beginning of
 * either up to the end of a word: "whisper" matches openai/whisper-large-v2 and "llama" matches Llama 3, but "openai"
 * matches no model, and "llama-3" does not match Llama 3.1.
 */
export function modelNamed(...names: readonly string[]): IdMatcher {
  const spellings = names.flatMap(spellingsOf);
  const pattern = spellings.flatMap(patternOf).join("|");
  if (pattern === "") return () => false;
  const isHere = new RegExp(pattern, "iuy");
  // Comparing initials first rules out nearly all of thousands of ids at little cost.
  const initials = new Set(spellings.map((name) => name.charAt(0).toLowerCase()));
  const beginsAt = (id: string, at: number): boolean => {
    isHere.lastIndex = at;
    return initials.has(id.charAt(at).toLowerCase()) && isHere.test(id);
  };
  return (id) => {
    for (let at = 0; ; ) {
      if (beginsAt(id, at)) return true;
      const slash = id.indexOf("/", at);
      if (slash === -1) return false;
      at = slash + 1;
    }
  };
}

/** Families that go by two names. */
const OTHER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^sd[\s_-]?xl(?![a-z])/i, "stable-diffusion-xl"],
  [/^stable[\s_-]?diffusion[\s_-]?xl(?![a-z])/i, "sdxl"],
  [/^sd(?=[\s_-]?v?\d)/i, "stable-diffusion"],
];

const spellingsOf = (name: string): readonly string[] => {
  const plain = name.trim();
  return [plain, ...OTHER_NAMES.flatMap(([known, other]) => (known.test(plain) ? plain.replace(known, other) : []))];
};

/** Neither a further letter or digit nor a further part of a version follows, and no further slash. */
const END = "(?![\\p{L}\\d]|(?<=\\d)\\.\\d)[^/]*$";
/** A family's name matches its versions too: "wav2vec" matches wav2vec2. */
const VERSION = "(?:v?\\d+(?:\\.\\d+)*)?";
/** YOLO's sizes and variants are single letters: yolov8n. */
const YOLO_VERSION = "(?:(?<!\\d)v?\\d+(?:\\.\\d+)*)?[a-z]?";

/**
 * The pattern of a name. A version may be joined to it or not: "m2m-100" → m2m100, "stable diffusion 1.5" →
 * stable-diffusion-v1-5. A name that ends with neither letter nor digit matches nothing longer.
 */
function patternOf(name: string): readonly string[] {
  if (name === "") return [];
  if (!/[\p{L}\d]$/u.test(name)) return [`${RegExp.escape(name)}$`];
  const words = name.split(/[\s_-]+|(?<=\p{L})(?=\d)/u).filter((word) => word !== "");
  const joined = words.map((word, place) => `${place === 0 ? "" : jointBefore(word)}${patternOfWord(word)}`).join("");
  const follows = /^yolo/i.test(name) ? YOLO_VERSION : /\d$/.test(name) ? "" : VERSION;
  return [`${joined}${follows}${END}`];
}

const jointBefore = (word: string): string => (/^\d/.test(word) ? "[\\s_-]*v?" : "[\\s_-]+");
const patternOfWord = (word: string): string =>
  word
    .split(".")
    .map((part) => RegExp.escape(part))
    .join("[._-]");
