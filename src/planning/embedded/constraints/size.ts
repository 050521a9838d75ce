import type { Constraints } from "../../../domain/constraints.ts";
import { AT_LEAST, AT_LEAST_AFTER, AT_MOST, AT_MOST_AFTER, DETERMINER, MODEL, ONLY, pattern, USE } from "./grammar.ts";
import { NUMBER, numberOf, rounded } from "./numbers.ts";
import type { Rule, Said } from "./rule.ts";

type Size = NonNullable<Constraints["size"]>;
type Groups = Readonly<Record<string, string | undefined>>;

const say = (size: Size | null): Said | null => (size === null ? null : { constraints: { size } });

const PARAMETER_UNITS: Readonly<Record<string, number>> = { k: 1e3, t: 1e3, m: 1e6, b: 1e9 };
/** "3B", "500 million", "a billion"; a bare number counts parameters one by one. */
const PARAMETERS = "(?: ?-?(?:parameters?|params?|weights))";
export const SCALE = "(?: ?-?(?:billions?|bn|b|millions?|mn|mio|m|thousand|k)(?![a-z]))";
const COUNT = (name: string): string => `(?<${name}>${NUMBER})(?<${name}Scale>${SCALE})`;
/** Sizes in words of bytes. */
const BYTES = (name: string): string =>
  `(?<${name}>${NUMBER}) ?-?(?<${name}Unit>kb|kib|mb|mib|gb|gib|gigs?|megs?|kilobytes?|kibibytes?|megabytes?|mebibytes?|gigabytes?|gibibytes?|m|g)(?![a-z])`;
const BYTE_UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:kib|kibi)/, 2 ** 10],
  [/^(?:mib|mebi)/, 2 ** 20],
  [/^(?:gib|gibi)/, 2 ** 30],
  [/^k/, 1e3],
  [/^m/, 1e6],
  [/^g/, 1e9],
];

const FILE =
  "(?:ggufs?|(?:model|weights?|checkpoint|gguf|quant(?:i[sz]ed)?) (?:files?|downloads?|size)|quanti[sz]ed (?:models?|files?|versions?)|quants?|downloads?|safetensors)";
const HAVING = `(?: (?:files?|sizes?|size))?(?: (?:that's|that|which|whose size))?(?: (?:is|are|has|have|having|with|of|takes?|taking|needs?|needing|weighs?|fits?|fitting|comes?|uses?|using|counts?|goes|on disk|in size))?(?: (?:up|in|into|within|at|to))?(?: (?:a size|a file size|a footprint) of)?(?: (?:must|should|may|can|has to|have to|needs? to|shall|shouldn't|mustn't|must not|should not|may not|can't|cannot)(?: (?:be|have|take|weigh|stay|fit|use|come))?(?: in| into| up)?)?`;
const LEAD = `(?:(?:${USE}|and|but) )?(?:${ONLY} )?(?:${DETERMINER} )?`;
/** What follows a size of something else than a model. */
export const OTHER_THING =
  /^ ?(?:dollars?|euros?|pounds?|people|inhabitants|users|years?|words?|characters?|pixels?|km|miles|tons?|views|followers|copies|units|francs|yen|rupees|cells|stars|customers|residents)/;
/** "not larger than" after "shouldn't be". */
const LARGER = "(?:bigger|larger|greater|longer|heavier|more) than|over|above|exceed";

/** The number that a count with its scale comes to. */
export function parametersOf(groups: Groups, name: string): number | null {
  const count = numberOf(groups[name] ?? "");
  const scale = (groups[`${name}Scale`] ?? "").replace(/^[ -]+/, "").at(0);
  return count === null ? null : rounded(count * (scale === undefined ? 1 : (PARAMETER_UNITS[scale] ?? 1)));
}

function bytesOf(groups: Groups, name: string): number | null {
  const count = numberOf(groups[name] ?? "");
  const unit = BYTE_UNITS.find(([spelling]) => spelling.test(groups[`${name}Unit`] ?? ""))?.[1];
  return count === null || unit === undefined ? null : rounded(count * unit);
}

const readSize =
  (bound: "max" | "min"): Rule["read"] =>
  (groups, around) => {
    const size = OTHER_THING.test(around.after) ? null : parametersOf(groups, "n");
    return say(size === null ? null : { [bound]: size });
  };
const readBytes: Rule["read"] = (groups) => {
  const maxBytes = bytesOf(groups, "n");
  return say(maxBytes === null ? null : { maxBytes });
};

/** How large models may be: "under 3B parameters", "GGUF below 2 GB", "the smallest model". */
export const sizeRules = (): readonly Rule[] => [...between(), ...bounds(), ...onDisk(), ...preferred()];

const between = (): readonly Rule[] => {
  const range = `(?:between|from|in the range(?: of)?|ranging from) (?<low>${NUMBER})(?<lowScale>${SCALE})?${PARAMETERS}? (?:and|to) ${COUNT("high")}`;
  const read: Rule["read"] = (groups) => {
    const low = parametersOf({ ...groups, lowScale: groups.lowScale ?? groups.highScale }, "low");
    const high = parametersOf(groups, "high");
    return say(low === null || high === null ? null : { min: low, max: high });
  };
  return [`${LEAD}(?:${MODEL}${HAVING} )?${range}${PARAMETERS}`, `${LEAD}${MODEL}${HAVING} ${range}`].map(
    (source): Rule => ({ pattern: pattern(source), read }),
  );
};

/** "… are too slow for me": what was named is not wanted. */
const TOO_MUCH =
  /^[^.]{0,24}\b(?:too (?:slow|big|large|heavy|expensive|much)|leave (?:them|those) out|not (?:ok|okay|allowed|an option)|out of the question|forbidden|off[- ]limits)\b/;

const bounds = (): readonly Rule[] => {
  const bound = (words: string, after: string): readonly string[] => [
    `${LEAD}(?:${MODEL}${HAVING} |(?:size|parameter count)(?: of)? )?(?:with |of |at )?${words} ${COUNT("n")}${PARAMETERS}(?: ${MODEL})?(?: only)?`,
    `${LEAD}(?:${MODEL}|(?:model |parameter )(?:size|count))${HAVING}:? ${words} ${COUNT("n")}(?: (?:in size|large|big)| ${MODEL})?`,
    `${LEAD}${words} ?${COUNT("n")}(?:${PARAMETERS})?[- ]${MODEL}(?: only)?`,
    `${LEAD}(?:${MODEL}${HAVING} )?(?:with |of |at )?(?:up to )?${COUNT("n")}${PARAMETERS}? ${MODEL},? ${after}`,
    `${LEAD}(?:${MODEL}${HAVING} )?(?:with |of |at )?${COUNT("n")}${PARAMETERS},? ${after}`,
    `${LEAD}${MODEL}${HAVING} ${COUNT("n")},? ${after}`,
  ];
  const refusing = (words: string, name: "max" | "min"): Rule => ({
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
        `(?:max(?:imum)?\\.?|largest|biggest) (?:allowed )?(?:(?:${MODEL} |parameter )?(?:size|count)|parameters)(?: (?:of|is))? ?[:=]? ?${COUNT("n")}${PARAMETERS}?`,
      ),
      read: readSize("max"),
    },
    ...bound(AT_MOST, AT_MOST_AFTER).map((source): Rule => ({ pattern: pattern(source), read: readSize("max") })),
    {
      pattern: pattern(`${LEAD}sub-? ?${COUNT("n")}(?:${PARAMETERS})? ${MODEL}(?: only)?`),
      read: readSize("max"),
    },
    ...bound(`(?<!no |not |n't |n't be |not be |use |nothing )${AT_LEAST}`, AT_LEAST_AFTER).map(
      (source): Rule => ({
        pattern: pattern(source),
        read: (groups, around, phrase) =>
          // The same words with a "no" before them bound from above.
          /\b(?:no|not|nothing|never|exceed|without)\b[^,;.]{0,16}$|n't\b[^,;.]{0,16}$/.test(around.before) ||
          /\b(?:not|n't) (?:be |have )?(?:more|bigger|larger|over|above|greater)|\bbetween\b| to \d/.test(phrase)
            ? null
            : readSize(TOO_MUCH.test(around.after) ? "max" : "min")(groups, around, phrase),
      }),
    ),
  ];
};

const onDisk = (): readonly Rule[] =>
  [
    `${LEAD}(?:${FILE}|${MODEL})(?: (?:that|which))?(?: (?:must|should|may|can))?(?: not|n't)? (?:be |is |are |take |takes )?(?:${LARGER}) ${BYTES("n")}(?: (?:on disk|in size|large|big|of (?:disk|space|storage|memory|ram|vram)))?`,
    `${LEAD}(?:${FILE}|${MODEL})${HAVING} (?:${AT_MOST} )?${BYTES("n")}(?: of (?:disk|ram|vram|memory|space|storage|disk space|weights))?(?: (?:on (?:the )?disk|in size|big|large))?(?: ${AT_MOST_AFTER})?`,
    `${LEAD}(?:with |of )?${AT_MOST} ${BYTES("n")}(?: (?:on (?:the |my )?disk|of weights|of (?:disk|model)[a-z ]{0,12}|${FILE}))`,
    `(?:no|nothing|do not|don't|never|without)(?: (?:ever )?(?:load|loading|download|downloading|use|using|run|fetch))?(?: anything| any ${MODEL}| ${MODEL})? (?:bigger|larger|greater|heavier) than ${BYTES("n")}`,
    `${LEAD}${AT_MOST} ${BYTES("n")}[- ](?:${MODEL})`,
    `${LEAD}sub-? ?${BYTES("n")} (?:${MODEL}|${FILE})`,
    `${LEAD}${BYTES("n")} (?:on (?:the |my )?disk) ${AT_MOST_AFTER}`,
    `${LEAD}(?:${MODEL} )?(?:that |which |must |should |has to |have to )?(?:fits?|fitting) (?:in|into|on|within)(?: (?:my|a|an|the))? (?:${AT_MOST} )?${BYTES("n")}(?: (?:of )?(?:ram|vram|memory|gpu|card|disk|space))?`,
    `(?:${DETERMINER} )?(?:disk (?:space|footprint|usage|size)|footprint|size on (?:the )?disk)(?: of the models?)?(?: (?:must|should|may|has to))?(?: be| stay| is)?:? ${AT_MOST} ${BYTES("n")}`,
  ].map(
    (source): Rule => ({
      pattern: pattern(source),
      read: (groups, around, phrase) =>
        // A lone "2 GB model" bounds nothing.
        new RegExp(`${AT_MOST}|${AT_MOST_AFTER}|${LARGER}|\\bfit|sub`).test(phrase)
          ? readBytes(groups, around, phrase)
          : null,
    }),
  );

/** The model of something, not a model that runs. */
export const OTHER_MODEL =
  /^ (?:of (?:(?:a|an|the|this|that) )?(?!(?:all|each|them|those|these|yours)\b)|on |in (?!size)|at |from (?!hugging)|(?:plane|aeroplane|airplane|aircraft|car|train|ship|railway|house|kit|boat|number|year|town|village|agency|castle|tank|rocket)\b)/;

const preferred = (): readonly Rule[] => {
  const rule = (source: string, prefer: "smallest" | "largest"): Rule => ({
    pattern: pattern(source),
    read: (_groups, around) =>
      OTHER_MODEL.test(around.after) && !/^ (?:on|in|at|from) [a-z ]{0,20}(?:task|step|list|catalog)/.test(around.after)
        ? null
        : say({ prefer }),
  });
  const possible = "(?: (?:possible|available|suitable|existing|usable|adequate|capable))?";
  const which = `(?: (?:possible|available|there is|there are|you have|you've got|you can(?: find)?|that (?:is available|can do (?:it|this|that|the job)|will do|does the job|works|still works|fits|exists|there is)|around|on offer|at hand))?(?: for (?:each|every|the|this|that|all)(?: (?:single )?(?:task|step|job|one|of them))?)?`;
  const mode = (adjective: string, prefer: "smallest" | "largest"): readonly Rule[] => [
    rule(
      `(?:${USE} )(?:always )?(?:${ONLY} )?(?:the )?(?:very )?(?:${adjective})${possible} ${MODEL}${which}(?: only)?`,
      prefer,
    ),
    rule(
      `(?<=^|[.,;:!?(\n-] ?|and |but )(?:only )?(?:the )?(?:very )?(?:${adjective})${possible} ${MODEL}${which}(?= ?(?:$|[.,;:!?)\n-]|please|only|and\\b))(?: please| only)?`,
      prefer,
    ),
    rule(
      `(?:${MODEL} )?(?:should |must |has to |have to )be the (?:${adjective})${possible}(?: ${MODEL})?${which}`,
      prefer,
    ),
  ];
  const small = "smallest|tiniest|lightest|most compact|least big|littlest|most lightweight|minimal";
  const large = "largest|biggest|hugest|heaviest";
  return [
    ...mode(small, "smallest"),
    ...mode(large, "largest"),
    rule(`the smaller (?:the )?${MODEL}(?: (?:is|are))?,? the better`, "smallest"),
    ...(
      [
        ["(?:small|tiny|little|light|lightweight|light-weight|compact|few)", "smallest"],
        ["(?:large|big|huge)", "largest"],
      ] as const
    ).map(([adjective, prefer]) =>
      rule(
        `(?:${USE} |keep )?(?:(?:with )?as ${adjective} an? ${MODEL} as (?:possible|you can|can be|it gets)|${MODEL}(?: (?:that (?:is|are)|must be|should be|which (?:is|are)))? as ${adjective} as (?:possible|you can|can be|it gets|they come)|as few parameters as possible)`,
        prefer,
      ),
    ),
    rule(
      `(?:${USE} |have |having |let |${ONLY} )(?:${ONLY} )?(?:an? |the |some |very |really ){0,2}(?:small|smaller|tiny|light|lightweight|light-weight|compact|little),? (?:[\\w.+-]{1,20}[- ]licen[sc]ed |permissive |free |local |open ){0,2}${MODEL}(?: only)?`,
      "smallest",
    ),
    rule(
      `(?:an? )?(?:small|tiny|lightweight|light-weight|compact) ${MODEL} (?:is enough|will do|would do|is fine|suffices|is sufficient|would be enough|only|please|are enough|are fine|preferred)`,
      "smallest",
    ),
    rule(
      `(?:${USE} )?(?:the |whichever |whatever )?(?:${MODEL} )?(?:with |that has |which has |having |has )the (?:fewest|least|lowest number of|smallest number of) (?:parameters|params|weights)`,
      "smallest",
    ),
    rule(
      `(?:${USE} )?(?:the |whichever |whatever )?(?:${MODEL} )(?:with|that has|having) the most (?:parameters|params)`,
      "largest",
    ),
    rule(`(?:${USE} )?(?:whichever|whatever)(?: ${MODEL})? is (?:the )?(?:smallest|lightest|tiniest)`, "smallest"),
    rule(`(?:${USE} )?(?:whichever|whatever)(?: ${MODEL})? is (?:the )?(?:largest|biggest)`, "largest"),
  ];
};
