import { MODEL, pattern } from "./grammar.ts";
import { licencesIn } from "./licence-names.ts";
import { MARKS, tellsModels } from "./marked.ts";
import { modelsIn } from "./model-families.ts";
import { NUMBER } from "./numbers.ts";
import { providersIn } from "./provider-names.ts";
import type { Around, ConstraintRule, PhraseMeaning } from "./rule.ts";
import { meansMaker } from "./shared-names.ts";
import { isOtherThanAWish, OTHER_THING, parametersOf, SCALE } from "./size.ts";
import { isSpokenOf } from "./use-or-mention.ts";

/**
 * Readings that start from a name instead of a whole phrase: a licence, provider, benchmark or number of parameters in a
 * clause that directs. They catch what no phrase foresees; where a phrase was found, it counts instead.
 */
export const anchoredLicenceRules = (): readonly ConstraintRule[] => [
  {
    over: "licences",
    pattern: pattern(`(?<names>${list(MARKS.licence)})`),
    read: (groups, around) => {
      const { names, sure } = licencesIn(groups.names ?? "");
      const clause = clauseOf(around);
      const way = directionOf(clause);
      const ofModels =
        tellsModels(clause.all) ||
        /\b(?:licen[sc]\w*|software|code|stuff|tools?|things?|librar\w+)\b/.test(clause.near);
      if (meansMaker(names, around.before, clause.near)) return null;
      if (names.length === 0 || way === null || !(sure ? ofModels || way === "deny" : ofModels)) return null;
      if (ASKED.test(around.before) && !MEANS.test(clause.directing)) return null;
      return { constraints: { licence: { [way]: names } }, wholeClause: true };
    },
  },
];

export const anchoredProviderRules = (): readonly ConstraintRule[] => [
  {
    over: "providers",
    pattern: pattern(`(?<names>${list(MARKS.provider)})`),
    read: (groups, around) => {
      const names = providersIn(groups.names ?? "");
      const clause = clauseOf(around);
      const way =
        /^(?:'s)? (?:[a-z]+(?:ing|ed)|headquarters|logo|presentation|article|report|letter|account|page|name|stock|shares?)\b/.test(
          around.after,
        )
          ? null
          : directionOf(clause);
      if (names.length === 0 || way === null || /licen[sc]/.test(clause.near + around.before.slice(-40))) return null;
      if (
        way === "allow" &&
        !/\b(?:only|solely|exclusively|trust|prefer|stick|stay|let|insist|always|(?:must|has to|should|have to) (?:come|be (?:made|done|run|written|produced))(?: from| by| with| on| through)?)\b/.test(
          clause.directing,
        )
      )
        return null;
      return { constraints: { provider: { [way]: names } }, wholeClause: true };
    },
  },
];

export const anchoredBenchmarkRules = (): readonly ConstraintRule[] => [
  {
    over: "benchmarks",
    guarded: true,
    pattern: pattern(`(?<name>${MARKS.benchmark}{1,60})`),
    read: (_groups, around) => {
      const clause = clauseOf(around);
      const ranks =
        /\b(?:best|top|highest|lowest|first|lead\w*|how (?:well|good)|ranks?|ranked|ranking|outperforms?|sota|state[- ]of[- ]the[- ]art|winn?\w*|champion|beats?|strongest|number one|score\w*|results?)\b/;
      const chooses =
        /\b(?:use|using|pick|picking|choose|choosing|select|selecting|take|taking|want|need|prefer|by|go|going|rely|trust|base|based|judged?|like|run|with|must|should|shall|ha(?:s|ve) to|needs?|ought)\b|\baccording to (?:the )?$/;
      const lead = around.before.replace(/\b(?:on|in|at|for) (?:the )?$/, "");
      return !isSpokenOf(lead, /\b(?:us(?:e|ing)|with|via|by)\b/.test(clause.directing) ? "with" : "") &&
        // A student, too, should have the best score.
        (!/\b(?:must|should|shall|to|needs?|ought)\b/.test(clause.directing) || tellsModels(clause.all)) &&
        ranks.test(clause.all) &&
        (chooses.test(clause.directing) ||
          DECIDES.test(around.after) ||
          (SHOULD_BE.test(around.after) && tellsModels(clause.all)))
        ? { constraints: { benchmark: { name: around.asWritten, prefer: "best" } }, wholeClause: true }
        : null;
    },
  },
];

/** "The best … score wins." */
const DECIDES =
  /^ (?:(?:(?:score|result|figure|rank|accuracy)s? )?(?:wins|decides)|(?:champion|leader|winner)(?: please| only))\s*(?:$|[.,;!?\n])/;
/** "… score should be the highest" */
const SHOULD_BE = /^ [a-z\d ]{0,16}\b(?:must|should|has to|needs to|shall|ought to) (?:be|rank)\b/;

export const anchoredSizeRules = (): readonly ConstraintRule[] => [
  {
    pattern: pattern(`(?<n>${NUMBER})(?<nScale>${SCALE})(?<unit> ?-?(?:parameters?|params?|weights))?`),
    read: (groups, around) => {
      const size = parametersOf(groups, "n");
      const clause = clauseOf(around);
      const sure = groups.unit !== undefined || tellsModels(clause.all) || /^\d[\d.]*B$/.test(around.asWritten);
      if (size === null || !sure || OTHER_THING.test(around.after) || isOfName(around)) return null;
      // "the article on models under 3B": what stands there is worked on.
      if (
        clause.directing.length < clause.before.length &&
        !DIRECTS.test(clause.directing) &&
        !DENIES.test(clause.directing) &&
        !/\bwith (?:something|anything|one|whatever|stuff)\b/.test(clause.directing)
      )
        return null;
      return boundOf(clause.directing, around.after, size);
    },
  },
];

/** "phi-3 mini 4B": the number belongs to a model's name. */
const isOfName = ({ before, asWritten }: Around): boolean =>
  modelsIn(before.slice(-NAME_CHARS) + asWritten)
    .at(-1)
    ?.endsWith(asWritten) ?? false;
const NAME_CHARS = 60;

/** "Does the contract in ¤ insist on …" */
const ASKED =
  /^\W*(?:does|do|did|is|are|was|were|has|have|had|who|what|which|where|when|why|how|whether|find out|check)\b(?:(?![,;:(]| - ).)*$/;
const MEANS = /\b(?:us(?:e|ing)|with|via|through|only|without|no|not|never)\b|n't\b/;

/** "I mean the largest model": wherever it stands, as long as it is no model of something. */
export const anchoredPreferenceRules = (): readonly ConstraintRule[] =>
  (
    [
      ["smallest|tiniest|lightest|most compact", "smallest", "licences"],
      ["largest|biggest", "largest", "licences"],
      ["smallest|tiniest|lightest|most compact", "smallest", "providers"],
      ["largest|biggest", "largest", "providers"],
    ] as const
  ).map(
    ([adjectives, prefer, over]): ConstraintRule => ({
      over,
      needs: [new RegExp(adjectives)],
      pattern: pattern(
        `(?:the )?(?:very )?(?:${adjectives})(?: (?:possible|available|suitable|existing|usable))? (?:[a-z-]{2,16} )?(?:${list(over === "licences" ? MARKS.licence : MARKS.provider)}(?:[- ]licen[sc]ed)? )?(?:[a-z-]{2,16} )?${MODEL}`,
      ),
      read: (_groups, around, phrase) =>
        isOtherThanAWish(around.after) || DESCRIBED.test(around.before) || BESIDE.test(phrase)
          ? null
          : { constraints: { size: { prefer } } },
    }),
  );

/** "the smallest child with a model" */
const BESIDE = / (?:with|of|on|in|at|by|near|beside|and|or|the|an?|to|for|from|is|are|has|who|that) µ?[a-z-]*$/;

/** Verbs and nouns whose object is seen or made, not used. */
const DESCRIBED =
  /\b(?:find|detect|describe|draw|paint|show|is|are|was|were|which|what|who|list|count|name|extract|of|about|world's|see|wears?|make|create|build|buy|identify|crop|circle|mark|highlight|locate)\s*(?:me )?(?:the |a )?$/;

const list = (mark: string): string =>
  `${mark}{1,60}(?:(?:,? (?:and|or|nor)|,| ?/| ?&) ?(?:the |an? |any )?${mark}{1,60}){0,5}`;

interface Clause {
  /** From its beginning to the name. */
  readonly before: string;
  /** Of that, what stands after the last word that names content to work on. */
  readonly directing: string;
  /** The words right around the name. */
  readonly near: string;
  readonly all: string;
  readonly after: string;
}

/** Verbs that take the name as what they work on, and what such texts are called. */
const CONTENT =
  /\b(?:translat\w*|summari[sz]\w*|explain\w*|rewrit\w*|paraphras\w*|reads?|draw\w*|paint\w*|writ\w+|classify\w*|describ\w*|compar\w*|find\w*|extract\w*|count\w*|captions?|transcrib\w*|make|create|list|shows?|tells?|mention\w*|is|are|was|were|what|which|who|how many|why|whether|articles?|essays?|papers?|stor(?:y|ies)|books?|texts?|interviews?|talks?|lectures?|photos?|pictures?|pages?|news|reviews?|lawsuits?|press|about|against|letters?|emails?|tweets?|history|question|words?|slogans?|signs?|titles?)\b/;
const DENIES =
  /(?:\b(?:no|not|never|none|without|skip\w*|avoid\w*|exclud\w*|except|forbid\w*|forbidden|ban|bans|banned|cannot|refus\w*|nothing|nor|neither|against|hate|leave out|rule out|(?:steer|stay|keep) (?:well )?(?:clear|away)|other than|anything but|distrust|allergic|boycott\w*|prohibit\w*|reject\w*|rul(?:es|ing) out|drop)\b|n't\b)/;
const DIRECTS =
  /\b(?:only|must|should|shall|has to|have to|needs?|needed|allowed|stay|stick|keep|kept|prefer\w*|insist\w*|requir\w*|accept\w*|use|using|let|trust|via|through|limit\w*|restrict\w*|solely|exclusively|always|strictly|ought|consider|demand\w*|mandat\w*|(?:ask|call)(?:s|ing)? for|bound|approv\w*|permit\w*|allows?)\b/;
const UNDOES = /\b(?:nothing|none|anything|no [a-z]+) (?:but|other than|except|outside|beyond)\b|\bnot only\b/;

function clauseOf({ before, after }: Around): Clause {
  const head =
    before
      .split(/[,;:()]| - |\b(?:but|so|because|since|and (?:please|then|also|use|only|no|not|don't|never))\b/)
      .at(-1) ?? "";
  // What split the clause off may be what directs it.
  const split = before.slice(0, before.length - head.length).match(/\b(?:only|no|not|don't|never|use)\s*$/)?.[0] ?? "";
  const tail = /^(?:(?![,;:()\n]|[.!?](?:\s|$)| - | but | so | because ).){0,120}/.exec(after)?.[0] ?? "";
  const directing = WORDED.test(head) ? "" : (head.split(CONTENT_SPLIT).at(-1) ?? "");
  return {
    before: head,
    directing: split === "" ? directing : `${split} ${directing}`,
    near: `${head.slice(-24)} ${tail.slice(0, 24)}`,
    all: `${head} ${tail}`,
    after: tail,
  };
}
/** What follows is written somewhere. */
const WORDED = /\b(?:words?|slogans?|signs?|titles?|titled|headlines?|inscription|mottos?|saying|says|reads)\b/;
const CONTENT_SPLIT = new RegExp(`${CONTENT.source}`, "g");

/** Whether a clause that names something wants it or refuses it; `null` where it does neither. */
function directionOf({ before, directing, after, near }: Clause): "allow" | "deny" | null {
  if (/^ (?:is|are) (?:not|forbidden|out|off|banned|excluded)|^[^.]{0,24}\bnone of (?:that|it|them)\b/.test(after))
    return "deny";
  if (UNDOES.test(directing)) return "allow";
  if (DENIES.test(directing)) return "deny";
  if (DIRECTS.test(directing)) return "allow";
  // "MIT-licensed models, please": a clause of nothing else.
  return before.trim() === "" && /licen[sc]ed (?:models|ones|stuff|software)|^[^a-z]*only\b/.test(near.trim())
    ? "allow"
    : null;
}

const UPPER = /\b(?:above|over|more|bigger|larger|greater|beyond|exceed\w*|heavier|higher|past)\b/;
const LOWER =
  /\b(?:under|below|less|fewer|smaller|most|up to|max\w*|within|tops|lighter|lower|limit\w*|cap\w*|beneath|sub)\b|[<≤]/;
const LEAST = /\b(?:at least|min\w*|no less|no fewer|no smaller)\b|[>≥]/;

/** Which bound the words around a number set: "don't go above" is at most, "above" at least. */
function boundOf(before: string, after: string, size: number): PhraseMeaning | null {
  const refused = DENIES.test(before);
  const say = (bound: "max" | "min"): PhraseMeaning => ({
    constraints: { size: { [bound]: size } },
    wholeClause: true,
  });
  if (LEAST.test(before)) return say("min");
  if (UPPER.test(before)) return say(refused ? "max" : "min");
  if (LOWER.test(before)) return say(refused && !/\b(?:not|no|n't) (?:at )?most\b/.test(before) ? "min" : "max");
  if (/^,? (?:or|and) (?:less|fewer|smaller|below|under)|^,? (?:at most|max|tops)/.test(after)) return say("max");
  return /^,? (?:or|and) (?:more|bigger|larger|up|above)|^,? (?:at least|min)/.test(after) ? say("min") : null;
}
