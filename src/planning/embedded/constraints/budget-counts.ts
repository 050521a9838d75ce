import { AT_MOST, AT_MOST_AFTER, endsPhrase, pattern, REFUSE } from "./grammar.ts";
import { NUMBER, numberOf } from "./numbers.ts";
import type { Around, ConstraintRule } from "./rule.ts";

const LLM = "(?:llms?|(?:large )?language[- ]models?|gpt|chat models?)";
const CALLS = "(?:calls?|requests?|invocations?|prompts?|queries|round ?-?trips?|uses?)";
const BOUND = `(?:${AT_MOST}|only|just|exactly|not more than)`;
const COUNT = `(?<n>${NUMBER})(?: single)?`;

type Groups = Readonly<Record<string, string | undefined>>;

const TIMES: Readonly<Record<string, number>> = {
  one: 1,
  "a single": 1,
  "just one": 1,
  "exactly one": 1,
  once: 1,
  twice: 2,
  thrice: 3,
};

function countOf(groups: Groups): number | null {
  const count = TIMES[groups.times ?? ""] ?? numberOf(groups.n ?? "");
  return count === null || !Number.isInteger(count) ? null : count;
}

/** How many calls and tasks: "no more than 5 LLM calls", "without an LLM", "in at most 3 tasks". */
export const countRules = (): readonly ConstraintRule[] =>
  [...calls(), ...tasks()].map((rule): ConstraintRule => ({ ...rule, over: "plain" }));

const calls = (): readonly ConstraintRule[] => [
  ...[
    `(?:(?:use|using|make|making|with|spend|spending|and|but|in|allow) )?${BOUND} ${COUNT} (?:${LLM}|model|ai)[- ]?${CALLS}(?: ${AT_MOST_AFTER}| only)?`,
    `(?:(?:use|using|make|making|with|spend|spending|and|but|in) )?${COUNT} (?:${LLM}|model)[- ]?${CALLS},? (?:${AT_MOST_AFTER}|only)`,
    `(?:(?:use|using|make|making|with|spend|spending|and|but|in) )?${BOUND} ${COUNT} ${CALLS} (?:to|of) (?:an? |the |any |your )?${LLM}`,
    `(?:(?:use|using|with|in) )(?<times>one|a single|exactly one) ${LLM}[- ]?${CALLS}`,
    `(?:call|ask|use|query|invoke|prompt|consult)(?:ing)? (?:the |an? |any |your )?${LLM} (?:only |just |at most |no more than |not more than |max(?:imum)? |up to )?(?:(?<times>once|twice|thrice)|${COUNT} times)(?: only| at most)?`,
    `(?:${LLM}[- ]calls?|calls? to (?:an? |the )?${LLM})(?: (?:must|should|may|limit|budget))?(?: be| is)?(?: (?:limited|restricted))?(?: to)?:? (?:${AT_MOST} )?${COUNT}`,
    `(?:limit|restrict|keep|cap)(?:ing)? (?:the |your )?(?:number of )?(?:${LLM}[- ]calls?|calls? to (?:an? |the )?${LLM}) (?:to|at) (?:${AT_MOST} )?${COUNT}`,
  ].map(
    (source): ConstraintRule => ({
      pattern: pattern(source),
      read: (groups) => {
        const llmCalls = countOf(groups);
        return llmCalls === null ? null : { budget: { llmCalls } };
      },
    }),
  ),
  {
    pattern: pattern(
      `(?:(?:using|with|and|but) )?${REFUSE}(?: (?:any|an?|the|using|to use|use|to call|calling|call|calls to|calls|help (?:of|from)|ask|asking|make|making|do any|single|one|large|to|of|from)){0,5} (?:llms?|(?:large )?language[- ]models?)(?:[- ](?:${CALLS}|usage))?(?: (?:at all|whatsoever|involved))?`,
    ),
    read: (_groups, { after }) =>
      endsPhrase(after) && !/^ (?:by|from|of|that|with|under|on)\b/.test(after) ? { budget: { llmCalls: 0 } } : null,
  },
];

/** Texts that have steps or tasks of their own. */
const HAS_STEPS =
  /\b(?:lists?|recipes?|guides?|instructions?|explain|explanation|tutorial|manual|how|poem|story|essay|plan for|schedule|agenda|checklist|game|dance|summary (?:of|in)|describe|project|to-?do|week|homework|write)\b/;
const STEP = "(?:ai )?(?:tasks?|sub-?tasks?|steps?|stages?)";

const tasks = (): readonly ConstraintRule[] => {
  const run =
    "(?:(?:please )?(?:do|run|solve|finish|handle|get|keep|limit|restrict|make|plan|use|using|spend|split|break|divide)(?: (?:it|this|that|everything|yourself|the (?:plan|workflow|pipeline|graph|whole thing|job)|done|all))?(?: (?:in|with|to|into|using|at))?|(?:a |the |your )?(?:plan|workflow|pipeline|graph)(?: (?:of|with|in|must have|should have|may have|can have|has|having|that has|is))?|with|in|and|but)";
  return [
    `(?:${run} )?${BOUND} ${COUNT} ${STEP}(?: (?:in (?:total|all)|altogether|overall))?(?: ${AT_MOST_AFTER})?`,
    `(?:${run} )?${COUNT} ${STEP},? (?:${AT_MOST_AFTER}|only)`,
    `(?:do|run|solve|finish|handle) (?:it|this|that|everything)(?: all)? (?:in|with|as) (?<n>a single|one|just one) ${STEP}`,
    `(?:a |one )?(?<n>single|one) (?:task|step)(?: only| please)`,
    `(?:limit|restrict|keep|confine|stick)(?: (?:it|this|yourself|everything|the (?:plan|workflow|pipeline)))? to (?:${BOUND} )?${COUNT} ${STEP}`,
    `(?<=¤ )in (?<times>one|a single|just one) ${STEP}`,
    `(?:limit|restrict|cap)(?:ing)? (?:the |your )?(?:number of )?(?:tasks|steps)(?: in the plan)? (?:to|at) (?:${AT_MOST} )?${COUNT}`,
  ].map(
    (source): ConstraintRule => ({
      pattern: pattern(source),
      read: (groups, around, phrase) => {
        const words = groups.n;
        const count = words === "a single" || words === "just one" ? 1 : countOf(groups);
        return count === null || count < 1 || !isOfTheRun(around, phrase) ? null : { budget: { tasks: count } };
      },
    }),
  );
};

function isOfTheRun({ before, after }: Around, phrase: string): boolean {
  const clause = before.split(/[;:(¤]| - |, /).at(-1) ?? "";
  if (
    !endsPhrase(after) ||
    HAS_STEPS.test(clause) ||
    /^ (?:of|to (?:become|make|get|a)|for (?:a|the|my|beginners))\b/.test(after)
  )
    return false;
  // Steps are of anything; tasks mostly of a plan.
  return (
    /task/.test(phrase) ||
    /^(?:please )?(?:do|run|solve|finish|handle|get|keep|limit|restrict|plan|use|using|spend|split|a plan|the plan|workflow|pipeline|the workflow|the pipeline)\b/.test(
      phrase,
    ) ||
    /(?:^|[,;:.¤(])\s*$/.test(before) ||
    (/^(?:in|with) /.test(phrase) && before.includes("¤"))
  );
}
