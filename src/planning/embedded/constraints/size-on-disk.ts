import { AT_MOST, AT_MOST_AFTER, DETERMINER, MODEL, needing, pattern } from "./grammar.ts";
import { NUMBER, numberOf, rounded } from "./numbers.ts";
import type { ConstraintRule } from "./rule.ts";
import { HAVING, LARGER, LEAD, type SizeGroups, saySize } from "./size.ts";

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
function bytesOf(groups: SizeGroups, name: string): number | null {
  const count = numberOf(groups[name] ?? "");
  const unit = BYTE_UNITS.find(([spelling]) => spelling.test(groups[`${name}Unit`] ?? ""))?.[1];
  return count === null || unit === undefined ? null : rounded(count * unit);
}

const readBytes: ConstraintRule["read"] = (groups) => {
  const maxBytes = bytesOf(groups, "n");
  return saySize(maxBytes === null ? null : { maxBytes });
};

/** Models by what they take on disk or in memory: "under 2 GB". */
export const onDiskRules = (): readonly ConstraintRule[] =>
  needing(
    [/[a-z\d] ?-?(?:[kmg]i?b|gig|meg|kilo|kibi|mebi|gibi|[mg](?![a-z]))/],
    [
      `${LEAD}(?:${FILE}|${MODEL})(?: (?:that|which))?(?: (?:must|should|may|can))?(?: not|n't)? (?:be |is |are |take |takes )?(?:${LARGER}) ${BYTES("n")}(?: (?:on disk|in size|large|big|of (?:disk|space|storage|memory|ram|vram)))?`,
      `${LEAD}(?:${FILE}|${MODEL})${HAVING} (?:${AT_MOST} )?${BYTES("n")}(?: of (?:disk|ram|vram|memory|space|storage|disk space|weights))?(?: (?:on (?:the )?disk|in size|big|large))?(?: ${AT_MOST_AFTER})?`,
      `${LEAD}(?:with |of )?${AT_MOST} ${BYTES("n")}(?: (?:on (?:the |my )?disk|of weights|of (?:disk|model)[a-z ]{0,12}|${FILE}))`,
      `(?:no|nothing|do not|don't|never|without)(?: (?:ever )?(?:load|loading|download|downloading|use|using|run|fetch))?(?: anything| any ${MODEL}| ${MODEL})? (?:bigger|larger|greater|heavier) than ${BYTES("n")}`,
      `${LEAD}${AT_MOST} ${BYTES("n")}[- ](?:${MODEL})`,
      `${LEAD}sub-? ?${BYTES("n")} (?:${MODEL}|${FILE})`,
      `${LEAD}${BYTES("n")} (?:on (?:the |my )?disk) ${AT_MOST_AFTER}`,
      `${LEAD}(?:${MODEL} )?(?:that |which |must |should |has to |have to )?(?:fits?|fitting) (?:in|into|on|within)(?: (?:my|a|an|the))? (?:${AT_MOST} )?${BYTES("n")}(?: (?:of )?(?:ram|vram|memory|gpu|card|disk|space))?`,
      `(?:i|we|my [a-z]+|it|there)(?: only| just)?(?:'ve| have| has| is)?(?: only| just)?(?: got)?(?: only| just)? ${BYTES("n")} (?:of )?(?:free )?(?:ram|vram|memory|gpu memory|disk space|storage|video memory)(?:(?: left| free| available)?,? (?:so|and) (?:the |your |whatever )?(?:${MODEL}|it|that|you use) (?:has to|have to|must|should|needs to|had better) fit(?: (?:in|into|on|onto)(?: (?:that|it|there))?)?)?`,
      `(?:${DETERMINER} )?(?:disk (?:space|footprint|usage|size)|footprint|size on (?:the )?disk|(?:model |file )?size (?:limit|cap))(?: of the models?)?(?: (?:must|should|may|has to))?(?: be| stay| is| of)? ?[:=]? ?(?:${AT_MOST} |(?<=limit:? |cap:? ))${BYTES("n")}`,
      `my (?:gpu|graphics card|card|video card|vram|ram)(?: only| just)? (?:has|is|offers)(?: only| just)? ${BYTES("n")}(?: (?:of )?(?:ram|vram|memory))?`,
    ].map(
      (source): ConstraintRule => ({
        pattern: pattern(source),
        read: (groups, around, phrase) =>
          // A lone "2 GB model" bounds nothing.
          new RegExp(
            `${AT_MOST}|${AT_MOST_AFTER}|${LARGER}|\\bfit|sub|\\b(?:only|just|limit|cap|my (?:gpu|graphics card|card|video card|vram|ram))\\b`,
          ).test(phrase)
            ? readBytes(groups, around, phrase)
            : null,
      }),
    ),
  );
