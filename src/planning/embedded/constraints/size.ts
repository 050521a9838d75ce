import type { Constraints } from "../../../domain/constraints.ts";
import {
  AT_LEAST,
  AT_LEAST_AFTER,
  AT_MOST,
  AT_MOST_AFTER,
  DETERMINER,
  listOf,
  MODEL,
  needing,
  ONLY,
  pattern,
  USE,
} from "./grammar.ts";
import { MARKS } from "./marked.ts";
import { NUMBER, numberOf, rounded } from "./numbers.ts";
import { providersIn } from "./provider-names.ts";
import type { ConstraintRule, PhraseMeaning } from "./rule.ts";

type Size = NonNullable<Constraints["size"]>;
export type SizeGroups = Readonly<Record<string, string | undefined>>;

export const saySize = (size: Size | null): PhraseMeaning | null => (size === null ? null : { constraints: { size } });

const PARAMETER_UNITS: Readonly<Record<string, number>> = { k: 1e3, t: 1e3, m: 1e6, b: 1e9 };
/** "3B", "500 million", "a billion"; a bare number counts parameters one by one. */
const PARAMETERS = "(?: ?-?(?:parameters?|params?|weights))";
export const SCALE = "(?: ?-?(?:billions?|bn|b|millions?|mn|mio|m|thousand|k)(?![a-z]))";
const COUNT = (name: string): string => `(?<${name}>${NUMBER})(?<${name}Scale>${SCALE})`;
export const HAVING = `(?: (?:files?|sizes?|size))?(?: (?:that's|that|which|whose size))?(?: (?:is|are|has|have|having|with|of|takes?|taking|needs?|needing|weighs?|fits?|fitting|comes?|uses?|using|counts?|goes|on disk|in size))?(?: (?:up|in|into|within|at|to))?(?: (?:a size|a file size|a footprint) of)?(?: (?:must|should|may|can|has to|have to|needs? to|shall|shouldn't|mustn't|must not|should not|may not|can't|cannot)(?: (?:be|have|take|weigh|stay|fit|use|come))?(?: in| into| up)?)?`;
export const LEAD = `(?:(?:${USE}|and|but) )?(?:${ONLY} )?(?:${DETERMINER} )?`;
/** What follows a size of something else than a model. */
export const OTHER_THING =
  /^ ?(?:dollars?|euros?|pounds?|people|inhabitants|users|years?|words?|characters?|pixels?|km|miles|tons?|views|followers|copies|units|francs|yen|rupees|cells|stars|customers|residents)/;
/** "not larger than" after "shouldn't be". */
export const LARGER = "(?:bigger|larger|greater|longer|heavier|more) than|over|above|exceed";

/** The number that a count with its scale comes to. */
export function parametersOf(groups: SizeGroups, name: string): number | null {
  const count = numberOf(groups[name] ?? "");
  const scale = (groups[`${name}Scale`] ?? "").replace(/^[ -]+/, "").at(0);
  return count === null ? null : rounded(count * (scale === undefined ? 1 : (PARAMETER_UNITS[scale] ?? 1)));
}

const readSize =
  (bound: "max" | "min"): ConstraintRule["read"] =>
  (groups, around) => {
    const size = OTHER_THING.test(around.after) ? null : parametersOf(groups, "n");
    return saySize(size === null ? null : { [bound]: size });
  };
/** How large models may be: "under 3B parameters", "GGUF below 2 GB", "the smallest model". */
export const sizeRules = (): readonly ConstraintRule[] => [
  ...needing([COUNTED, /between|from|rang| to |\d[a-z]* ?- ?\d/], between()),
  ...needing([COUNTED], bounds()),
  ...needing([/small|tin[yi]|light|compact|litt?l|least|fewest|minimal|lowest/], smallest()),
  ...needing([/larg|big|huge|heav|most/], largest()),
];
const COUNTED = new RegExp(`[a-z\\d]${SCALE}`);
const ABOVE = /over|above|more|bigger|larger|greater|least|less|fewer|smaller|min|exceed|upwards|from|\bup|>/;
const BELOW =
  /under|below|beneath|less|fewer|smaller|lower|lighter|cheaper|shorter|most|\bno|n't|never|up to|max|within|<|tops/;

const between = (): readonly ConstraintRule[] => {
  const range = `(?:between|from|in the range(?: of)?|ranging from) (?<low>${NUMBER})(?<lowScale>${SCALE})?${PARAMETERS}? (?:and|to) ${COUNT("high")}`;
  const read: ConstraintRule["read"] = (groups) => {
    const low = parametersOf({ ...groups, lowScale: groups.lowScale ?? groups.highScale }, "low");
    const high = parametersOf(groups, "high");
    return saySize(low === null || high === null ? null : { min: low, max: high });
  };
  const span = `(?<low>${NUMBER})(?<lowScale>${SCALE})?(?: to | ?- ?)${COUNT("high")}`;
  return [
    `${LEAD}(?:${MODEL} )?(?:(?:with|of) )?(?:in |within )?(?:the |a )?${span}${PARAMETERS}?[ -](?:range|bracket|class|ballpark|${MODEL})(?: of ${MODEL})?`,
    `${LEAD}${MODEL}${HAVING} ${span}(?:${PARAMETERS})?`,
    `${LEAD}(?:${MODEL}${HAVING} )?${range}${PARAMETERS}`,
    `${LEAD}${MODEL}${HAVING} ${range}`,
  ].map((source): ConstraintRule => ({ pattern: pattern(source), read }));
};

/** "… are too slow for me": what was named is not wanted. */
const TOO_MUCH =
  /^[^.]{0,24}\b(?:too (?:slow|big|large|heavy|expensive|much)|leave (?:them|those) out|not (?:ok|okay|allowed|an option)|out of the question|forbidden|off[- ]limits)\b/;

/** "Don't use anything …", and no new clause yet. */
const REFUSED =
  /(?:\b(?:no|not|never|nothing|avoid|without)|n't)\b(?:(?![,;.]|\b(?:so|because|but|and|thus)\b).){0,28}$/;
const LESS = /^(?!.*\b(?:no|not|most|max\w*|up to|within)\b).*\b(?:smaller|less|fewer|under|below|lower|lighter)\b/;

const bounds = (): readonly ConstraintRule[] => {
  const bound = (words: string, after: string): readonly string[] => [
    `${LEAD}(?:${MODEL}${HAVING} |(?:size|parameter count)(?: of)? )?(?:with |of |at )?${words} ${COUNT("n")}${PARAMETERS}(?: ${MODEL})?(?: only)?`,
    `${LEAD}(?:${MODEL}|(?:model |parameter )(?:size|count))${HAVING}:? ${words} ${COUNT("n")}(?: (?:in size|large|big)| ${MODEL})?`,
    `${LEAD}${words} ?${COUNT("n")}(?:${PARAMETERS})?[- ]${MODEL}(?: only)?`,
    `${LEAD}(?:${MODEL}${HAVING} )?(?:with |of |at )?(?:up to )?${COUNT("n")}${PARAMETERS}? ${MODEL},? ${after}`,
    `${LEAD}(?:${MODEL}${HAVING} )?(?:with |of |at )?${COUNT("n")}${PARAMETERS},? ${after}`,
    `${LEAD}${MODEL}${HAVING} ${COUNT("n")},? ${after}`,
  ];
  const refusing = (words: string, name: "max" | "min"): ConstraintRule => ({
    needs: [/\bno|use|avoid|without/],
    pattern: pattern(
      `(?:(?:using|with|and|but) )?(?:no|don't use|do not use|never use|avoid|nothing|without)(?: any| a)?(?: ${MODEL}${HAVING})? ${words} ${COUNT("n")}${PARAMETERS}?`,
    ),
    read: (groups, around, phrase) =>
      /model|param|weights|llm|network|checkpoint|expert|\dB/.test(phrase + around.asWritten)
        ? readSize(name)(groups, around, phrase)
        : null,
  });
  return [
    refusing("(?:bigger than|larger than|greater than|over|above|with more than|of more than|more than|beyond)", "max"),
    refusing("(?:smaller than|below|under|with (?:less|fewer) than|less than)", "min"),
    {
      pattern: pattern(
        `(?:${DETERMINER} )?(?:${MODEL}|(?:model |parameter )(?:size|count))(?: size)? (?:must|should|may|can|shall)(?: not|n't)(?: be| have)? (?:${LARGER}) ${COUNT("n")}${PARAMETERS}?`,
      ),
      read: readSize("max"),
    },
    {
      pattern: pattern(
        `(?:(?:max(?:imum)?\\.?|largest|biggest) (?:allowed )?(?:(?:${MODEL} |parameter )?(?:size|count)|parameters)|(?:parameters?|${MODEL} size|size) (?:limit|cap|budget))(?: (?:of|is))? ?[:=]? ?${COUNT("n")}${PARAMETERS}?`,
      ),
      read: readSize("max"),
    },
    ...(
      [
        [AT_MOST, AT_MOST_AFTER, "max"],
        [AT_LEAST, AT_LEAST_AFTER, "min"],
      ] as const
    ).map(
      ([words, after, name]): ConstraintRule => ({
        pattern: pattern(
          `(?<=(?:^|[.,;:!?(\\n]|- ) ?)(?:${words} ${COUNT("n")}|${COUNT("m")},? ${after})(?=\\s*(?:$|[.,;:!?)\\n]|- |please|pls|and\\b))`,
        ),
        // Metres and minutes are written small.
        read: (groups, around, phrase) =>
          /\d ?(?:bn?|B|M)\b|illion/.test(around.asWritten)
            ? readSize(name)(
                { ...groups, n: groups.n ?? groups.m, nScale: groups.nScale ?? groups.mScale },
                around,
                phrase,
              )
            : null,
      }),
    ),
    ...bound(AT_MOST, AT_MOST_AFTER).map(
      (source): ConstraintRule => ({
        needs: [BELOW],
        pattern: pattern(source),
        read: (groups, around, phrase) =>
          readSize(REFUSED.test(around.before) && LESS.test(phrase) ? "min" : "max")(groups, around, phrase),
      }),
    ),
    {
      pattern: pattern(`${LEAD}sub-? ?${COUNT("n")}(?:${PARAMETERS})? ${MODEL}(?: only)?`),
      read: readSize("max"),
    },
    ...bound(`(?<!no |not |n't |n't be |not be |use |nothing )${AT_LEAST}`, AT_LEAST_AFTER).map(
      (source): ConstraintRule => ({
        needs: [ABOVE],
        pattern: pattern(source),
        read: (groups, around, phrase) =>
          // The same words with a "no" before them bound from above.
          /\b(?:no|not|nothing|never|exceed|without)\b[^,;.]{0,16}$|n't\b[^,;.]{0,28}$/.test(around.before) ||
          /\b(?:not|n't) (?:be |have )?(?:more|bigger|larger|over|above|greater)|\bbetween\b| to \d/.test(phrase)
            ? null
            : readSize(TOO_MUCH.test(around.after) ? "max" : "min")(groups, around, phrase),
      }),
    ),
  ];
};

/** The model of something, not a model that runs. */
const OTHER_MODEL =
  /^ (?:of (?:(?:a|an|the|this|that) )?(?!(?:all|each|them|those|these|yours)\b)|on |in (?!size)|at |from (?!hugging)|(?:plane|aeroplane|airplane|aircraft|car|train|ship|railway|house|kit|boat|number|year|town|village|agency|castle|tank|rocket)\b)/;

/** "The largest model on Workers AI" is one that runs. */
export const isOtherModel = (after: string): boolean =>
  OTHER_MODEL.test(after) && providersIn(/^ (?:on|at|from) ([^,;:(]{0,24})/.exec(after)?.[1] ?? "").length === 0;
/** "The largest model size is 7B" is a bound. */
const IS_A_BOUND = /^ (?:size|count)\b[^.,;]{0,16}\d/;
export const isOtherThanAWish = (after: string): boolean => isOtherModel(after) || IS_A_BOUND.test(after);

const preferring = (source: string, prefer: "smallest" | "largest"): ConstraintRule => ({
  over: "licences",
  pattern: pattern(source),
  read: (_groups, around) =>
    isOtherModel(around.after) && !/^ (?:on|in|at|from) [a-z ]{0,20}(?:task|step|list|catalog)/.test(around.after)
      ? null
      : saySize({ prefer }),
});

const POSSIBLE = "(?: (?:possible|available|suitable|existing|usable|adequate|capable))?";
const WHICH = `(?: (?:possible|available|there is|there are|you have|you've got|you can(?: find)?|that (?:is available|can do (?:it|this|that|the job)|will do|does the job|works|still works|fits|exists|there is)|around|on offer|at hand))?(?: for (?:each|every|the|this|that|all)(?: (?:single )?(?:task|step|job|one|of them))?)?`;

/** "The smallest model", and "as small as possible". */
const superlative = (
  superlatives: string,
  adjectives: string,
  prefer: "smallest" | "largest",
): readonly ConstraintRule[] =>
  [
    `(?:${USE} )(?:always )?(?:${ONLY} )?(?:the )?(?:very )?(?:${superlatives})${POSSIBLE} ${MODEL}${WHICH}(?: only)?`,
    `(?<=^|[.,;:!?(\n-] ?|and |but )(?:only )?(?:the )?(?:very )?(?:${superlatives})${POSSIBLE} ${MODEL}${WHICH}(?= ?(?:$|[.,;:!?)\n-]|please|only|and\\b))(?: please| only)?`,
    `(?:${MODEL} )?(?:should |must |has to |have to )be the (?:${superlatives})${POSSIBLE}(?: ${MODEL})?${WHICH}`,
    `(?:${USE} )?(?:whichever|whatever)(?: ${MODEL})? is (?:the )?(?:${superlatives})`,
    `(?:${USE} |keep )?(?:(?:with )?as (?:${adjectives}) an? ${MODEL} as (?:possible|you can|can be|it gets)|${MODEL}(?: (?:that (?:is|are)|must be|should be|which (?:is|are)))? as (?:${adjectives}) as (?:possible|you can|can be|it gets|they come))`,
  ].map((source) => preferring(source, prefer));

const smallest = (): readonly ConstraintRule[] => [
  ...superlative(
    "smallest|tiniest|lightest|most compact|least big|littlest|most lightweight|minimal",
    "small|tiny|little|light|lightweight|light-weight|compact|few",
    "smallest",
  ),
  ...[
    "(?:with )?as few parameters as possible",
    `the smaller (?:the )?${MODEL}(?: (?:is|are))?,? the better`,
    `(?:${USE} |have |having |let |${ONLY} )(?:${ONLY} )?(?:an? |the |some |very |really ){0,2}(?:small|smaller|tiny|light|lightweight|light-weight|compact|little),? (?:(?:${listOf(`${MARKS.licence}{1,60}`)}|free|local|open)(?:[- ]licen[sc]ed)? ){0,2}${MODEL}(?: only)?`,
    `(?:an? )?(?:small|tiny|lightweight|light-weight|compact) ${MODEL} (?:is (?:plenty|ok|okay|all (?:i|we|you) need|good enough)|does (?:it|the job)|works|is enough|will do|would do|is fine|suffices|is sufficient|would be enough|only|please|are enough|are fine|preferred)`,
    `(?:${USE} )?(?:the |whichever |whatever )?(?:${MODEL} )?(?:with |that has |which has |having |has )the (?:fewest|least|lowest number of|smallest number of) (?:parameters|params|weights)`,
  ].map((source) => preferring(source, "smallest")),
];

const largest = (): readonly ConstraintRule[] => [
  {
    // A large language model is a kind, and no size.
    over: "plain",
    pattern: pattern(
      `(?:${USE} |have |let |${ONLY} )(?:an? |the |some |very |really |only ){0,2}(?:large|larger|big|bigger|huge) (?:ai |ml |speech |vision )?(?:models?|checkpoints?)(?: only)?`,
    ),
    read: (_groups, around) => (isOtherModel(around.after) ? null : saySize({ prefer: "largest" })),
  },
  ...superlative("largest|biggest|hugest|heaviest", "large|big|huge", "largest"),
  preferring(
    `(?:${USE} )?(?:the |whichever |whatever )?(?:${MODEL} )(?:with|that has|having) the most (?:parameters|params)`,
    "largest",
  ),
];
