import { DETERMINER, listOf, MODEL, pattern, QUALITIES } from "./grammar.ts";
import { licencesIn } from "./licence-names.ts";
import { MARKS, tellsModels } from "./marked.ts";
import type { Around, ConstraintRule } from "./rule.ts";

const LICENCE = "licen[sc](?:es|ed|e|ing)";
const START = "(?<=(?:^|[.,;:!?(\\n¤]|- ) ?)";
const POLITE = "(?:,? (?:please|pls|plz|only|thanks|thank you|if possible|that's all))";
/** Here the clause is over, or another wish about the means follows. */
const END =
  "(?=\\s*(?:$|[.,;:!?)\\n]|- |and (?:under|below|at most|no|not|never|only|don't|use|with|for|within|in|the (?:smallest|largest|best|most)|make|then|please)\\b))";

/** What a text about licences, or a question, has before one. */
const ABOUT =
  /\b(?:explain|compare|differen\w+|versus|vs|which|what|why|how|who|define|discuss|list|name|mention\w*|words?|poem|essay|article|story|poster|quiz|terms|titled|label\w*|about|such as|like|includ\w+|contain\w*)\b/;
const ASKED_AFTER = /^\W*(?:what|which|how|why|is|are|does|do|can|explain|tell|define|who|when|where)\b/;

const IS_POLITE = /\b(?:please|pls|plz|only)\b/;

/** A licence in a clause of nothing else, beside a wish: "…, MIT or Apache 2.0 licence please". */
export const licenceAloneRules = (): readonly ConstraintRule[] =>
  [
    `${START}(?:(?:an?|any|some|either|the (?=smallest|tiniest|lightest|largest|biggest|best|top|fastest)) ?)?${QUALITIES}(?<names>${listOf(`${MARKS.licence}{1,60}(?:[- ](?:${LICENCE}))?`)})(?:[- ]${LICENCE})?(?: ${MODEL})?${POLITE}{0,2}${END}`,
    `${START}(?<names>${listOf(`${MARKS.licence}{1,60}(?:[- ](?:${LICENCE}))?`)})(?: ${MODEL})?(?: (?:all the way|across the board|throughout|for everything|for all of it|everywhere|or nothing|or bust)|,? always)`,
    `${START}${MODEL} ?[:=] ?(?:${DETERMINER} )?(?<names>${listOf(`${MARKS.licence}{1,60}(?:[- ](?:${LICENCE}))?`)})${POLITE}{0,2}${END}`,
    `${START}${LICENCE}:? ?(?:${DETERMINER} )?(?<names>${listOf(`${MARKS.licence}{1,60}`)})${POLITE}{0,2}${END}`,
  ].map(
    (source): ConstraintRule => ({
      over: "licences",
      pattern: pattern(source),
      read: (groups, around, phrase) => {
        const words = groups.names ?? "";
        const { names, sure } = licencesIn(words);
        const tells =
          /licen[sc]|all the way|across the board|throughout|everything|everywhere|all of it|nothing|bust|always/.test(
            phrase,
          ) ||
          tellsModels(phrase) ||
          (sure && IS_POLITE.test(phrase.replace(words, "")));
        // "Research only" tells what the result is for.
        return names.length > 0 && !names.includes("non-commercial") && tells && isBeside(around, phrase)
          ? { constraints: { licence: { allow: names } } }
          : null;
      },
    }),
  );

/** Material, or a courtesy, tells that the licence is not what the request is about. */
function isBeside({ before, after }: Around, phrase: string): boolean {
  if (IS_POLITE.test(phrase)) return !/[:¤]\s*$/.test(before) || !ABOUT.test(before);
  const wish = before.slice(0, before.lastIndexOf("¤") + 1);
  if (ABOUT.test(before.slice(wish.length))) return false;
  return !ASKED_AFTER.test(after) || after.includes("¤");
}
