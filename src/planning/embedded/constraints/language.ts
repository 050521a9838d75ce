import { languageOfWord } from "../languages.ts";
import { DETERMINER, MODEL, ONLY, pattern, USE } from "./grammar.ts";
import type { Around, ConstraintRule, PhraseMeaning } from "./rule.ts";

const WORD =
  "(?<language>(?:brazilian |european |mandarin |swiss |simplified |traditional |standard |british |american |austrian |canadian |latin[- ]american |mexican |bavarian |spoken |written |colloquial |formal |informal |medical |legal |modern |ancient |plain |simple |easy |everyday |regional |high |low |quebec |indian |egyptian |levantine |gulf |moroccan |scottish )?[a-z]{4,12})";
const say = (word: string | undefined): PhraseMeaning | null => {
  const language = word === undefined ? undefined : languageOfWord(word.split(" ").at(-1) ?? "");
  return language === undefined ? null : { constraints: { language: language.code } };
};
const KNOWS =
  "(?:knows?|speaks?|understands?|supports?|handles?|masters?|covers?|knowing|speaking|understanding|supporting|handling|mastering|covering|reads?|does|good at|fluent in|able to (?:handle|understand|speak|read|deal with|work with)|capable of|cope with|copes with|deals? with|work with|works? (?:well )?(?:in|for|with)|trained (?:on|for|in|with)|tuned (?:on|for)|fine-?tuned (?:on|for)|made for|built for|specialised in|specialized in|meant for|for|familiar with)";
const BE =
  "(?: (?:that|which|who))?(?: (?:can|could|must|should|has to|have to|needs? to|will|may))?(?: (?:is|are|was|were|be|been|have been|has been))?(?: (?:really|also|well|actually|all|only|specially|specifically))?";
const REPLY = "(?:answers?|repl(?:y|ies)|responses?|respon[sd]e?|output|outputs|results?|final answers?|report)";
const END =
  "(?=\\s*(?:$|[.,;:!?)\\n¤]|-(?![a-z])|please|pls|thanks|thank|and\\b|but\\b|only\\b|what|how|who|where|when|which|why|whether|if))";

/**
 * The language that models must know, or that the reply as a whole is wanted in. What one product is to be written in,
 * such as "a summary in French" or "and provide the answer in French", is wanted of a translation and stays an argument.
 */
export const languageRules = (): readonly ConstraintRule[] => [
  ...[
    `(?:${USE} )?(?:${ONLY} )?(?:${DETERMINER} )?${MODEL}${BE} ${KNOWS} ${WORD}(?: (?:speech|texts?|audio|language|well|input|documents?))?(?: only)?`,
    `${USE} (?:${ONLY} )?(?:${DETERMINER} )?${WORD}(?:[- ](?:language|speaking|capable|trained|ready|only|savvy))?[- ](?:speech |voice |text |ocr |translation |recognition |language |(?:[\\w.+-]{2,16}[- ]licen[sc]ed|[a-z]{2,8}[\\d.-]{0,4}) ){0,2}${MODEL}(?: only)?`,
    `(?:${USE} )?(?:${ONLY} )?(?:${DETERMINER} )?${MODEL} with (?:good |decent |strong |native )?${WORD} (?:support|skills|capabilit(?:y|ies)|knowledge)(?: only| please)?`,
    `(?:${ONLY} )?${WORD}[- ](?:speaking|language|capable|trained) ${MODEL}(?: only| please)?`,
  ].map(
    (source): ConstraintRule => ({
      pattern: pattern(source),
      read: ({ language }, around, phrase) =>
        OTHER_MODEL.test(around.after) ||
        (/\bones(?: only)?$/.test(phrase) && !/\bmodels?\b/.test(around.all)) ||
        !(WISHED.test(around.before) || MEANS.test(phrase))
          ? null
          : say(language),
    }),
  ),
  ...needed(),
  ...alone(),
  ...[
    `(?:please |always |only |do |kindly |just ){0,2}(?:answer|reply|respond|write back|talk|speak|get back|come back)(?: (?:to me|me|back to me|to this|back))?(?: only| entirely| please)? in ${WORD}(?: only)?${END}`,
    `(?:please )?(?:answer|reply to|respond to)(?: (?:the|my|this|these|those|all|both|following|every|each|of|any)){1,3} (?:questions?|messages?|requests?|quer(?:y|ies)|emails?) in ${WORD}${END}`,
    `(?:please )?(?:(?:tell|let) me(?: know)?(?: (?:it|this|that|the answer|everything|all))?|explain(?: (?:it|this|that|everything|all))?(?: to me)?),? in ${WORD},?${END}`,
    `(?:please )?(?:i |we )?(?:want|need|'d like|would like|'d prefer|prefer|expect|give me|get me)(?: to (?:have|get|read|see))? (?:everything|it all|all of it|all|the whole (?:thing|reply|answer)|all (?:of )?(?:the |your )?(?:answers?|output|results?|text)|your (?:${REPLY})) (?:to be )?in ${WORD}${END}`,
    `(?:everything|all (?:of )?(?:the |your )?${REPLY}|your ${REPLY}|the ${REPLY}|${REPLY}|it all|(?<=^|[.,;:!?(\\n-] ?|and |but |that )it) (?:must|should|has to|have to|needs? to|ought to|shall)(?: all)? (?:be|come)(?: written| given)? in ${WORD}(?: only)?(?: please)?${END}`,
    `(?:everything|(?:all (?:of )?|every |each )(?:the |your )?${REPLY}|your ${REPLY}|(?<=^|[.;!?\\n] ?)${REPLY}) in ${WORD}(?: only)?(?: please)?${END}`,
    `(?:give|send|write|get) (?:me |us )?your ${REPLY} in ${WORD}${END}`,
    `(?:your |the )?(?:language of (?:the |your )?${REPLY}|(?:reply|answer|response|output) language)(?: is| should be| must be| shall be|:|=)? ?${WORD}`,
    `(?:i|we) (?:only |just )?(?:speak|understand|read)(?: only| just)? ${WORD},? (?:so |therefore )?(?:please )?(?:answer|reply|respond|write|speak)(?: to me| back)? (?:in (?:it|that(?: language)?)|accordingly|in my language)`,
  ].map(
    (source): ConstraintRule => ({
      pattern: pattern(source),
      read: (groups, around, phrase) =>
        (/^(?:answer|reply|respond|talk|speak)/.test(phrase) && !ORDERS.test(around.before)) ||
        // "Does the speaker in ¤ answer in French?"
        /^\W*(?:does|do|did|is|are|was|were|has|have|will|who|which)\b(?:(?![,;:(]| - ).)*$/.test(around.before) ||
        // What follows is to be spoken.
        (/^(?:talk|speak)/.test(phrase) && /^\s*:/.test(around.after))
          ? null
          : readReply(groups, around),
    }),
  ),
  {
    pattern: pattern(
      `(?<=^|[.,;!?\\n-] ?)(?:all |everything |and |but |please |only |i want (?:the answer|it) |i'd like (?:the answer|it|that) |i would like (?:the answer|it) |give me the answer |the answer ){0,2}in ${WORD}(?:,? ?(?:please|pls|thanks|thank you|only|if possible)(?=\\s*(?:$|[.,:!?)\\n]))|(?=\\s*(?:$|[.!?)\\n])))`,
    ),
    read: (groups, around, phrase) =>
      (OWN_SENTENCE.test(around.before) && !(/^\W*and\b/.test(phrase) && /^\s*\?/.test(around.after))) ||
      (/please|pls/.test(phrase) && !/\bstep [a-z\d]+,?\s*$/.test(around.before))
        ? readReply(groups, around)
        : null,
  },
  {
    pattern: pattern(
      `(?:please )?(?:i |we )?(?:(?:can|could|may) (?:i|we) (?:have|get)|want|need|'d like|would like|prefer|give me|tell me|show me|provide|write)(?: to (?:have|get))? the (?:${REPLY}) (?:to be )?in ${WORD}(?: please)?(?=\\s*(?:$|[.,:!?)\\n]))`,
    ),
    read: (groups, around, _phrase) =>
      // A sentence of its own, in a request that names no other language, speaks of the whole reply.
      /^(?:i|we|please)?\s*(?:would|)\s*$/.test(around.before.trim()) && !namesAnother(around.all, groups.language)
        ? readReply(groups, around)
        : null,
  },
];

/** "It has to be a German-language model", "a model for Czech is needed". */
const needed = (): readonly ConstraintRule[] => {
  const capable = "[- ](?:(?:language|speaking|capable|trained|ready|only|savvy)[- ]?)?(?:[\\w.+-]{2,16} )?";
  const one = `(?:(?:the|an?|any|some|only an?) )?(?:${WORD}${capable}(?:${MODEL}|one)|(?:${MODEL}|one)${BE} ${KNOWS} `;
  const must =
    "(?:must|should|has to|have to|needs? to|ought to|shall|had better|better|is to)(?: all)? (?:be|use)(?: only)?|(?:make sure|ensure|see to it|be sure)(?: that)? (?:it|this)(?:'s| is| uses)";
  const wanted =
    "(?:(?:is|are|would be) )?(?:needed|required|a must|necessary|wanted|preferred|mandatory|best|ideal|will do|would do|please)";
  const other = WORD.replace("<language>", "<known>");
  return [
    `(?:(?:it|this|that|they|${MODEL}|(?:the )${MODEL}) )?(?:${must}) ${one}${other})(?: only)?`,
    `${one}${other}) ${wanted}`,
  ].map(
    (source): ConstraintRule => ({
      needs: [/µ|\bone\b/],
      pattern: pattern(source),
      read: ({ language, known }, around, phrase) =>
        OTHER_MODEL.test(around.after) ||
        !WISHED.test(around.before) ||
        !/speak|language|capable|trained|speech|asr|ocr|text|recogni|transcri|translat|\b(?:for|know|understand|support|handle|cover|read)\b/.test(
          phrase.replace(/^.*\bto be\b/, ""),
        )
          ? null
          : say(language ?? known),
    }),
  );
};

/** "It needs to understand Turkish", "must support Korean", "Ukrainian support needed", "language: German". */
const alone = (): readonly ConstraintRule[] => {
  const support = `${WORD} (?:support|skills|capabilit(?:y|ies))`;
  return [
    `${OWN}(?:it |this |that |they )?(?:must|should|has to|have to|needs? to) (?:be able to )?(?:support|understand|know|handle|cope with|deal with|work in) ${WORD}`,
    `${OWN}(?:(?:it |this )?(?:needs?|requires?|must have|should have|i need|we need) ${support}|${support} (?:is )?(?:needed|required|a must|necessary|please))`,
    `${OWN}(?:(?:model |source |input |audio |spoken )?language) ?[:=] ?${WORD}`,
  ].map(
    (source): ConstraintRule => ({
      over: "plain",
      pattern: pattern(`${source}(?=\\s*(?:$|[.,;!?)\\n]|please|pls|thanks))`),
      read: (groups, around) => (WISHED.test(around.before) ? readReply(groups, around) : null),
    }),
  );
};
const OWN = "(?<=(?:^|[.,;!?(\\n¤]|- |\\b(?:and|but) ) ?)";

/** A person who poses, or a thing that has models. */
const OTHER_MODEL = /^ (?:on|in a|in the|walking|posing|wearing|of |agency|car|train|who )/;
/** Models that are asked about or listed are not chosen among. */
const WISHED =
  /^(?!.*\b(?:which|what|list|find|name|count|how many|article|story|text|book|about|draw|paint|describe|photo|picture)\b(?:(?![,;:¤.]).)*$)/;
/** What follows tells how a thing is done. */
const MEANS = /^(?:us(?:e|ing)|with|only|pick|choose|prefer|by|via|take)\b/;
const OWN_SENTENCE = /^\s*$/;
/** Here a verb tells what is to be done, and is no noun: "the answer in French". */
const ORDERS =
  /(?:^|[,;:.!?¤(-]|\b(?:and|but|then|so|please|also|you|to|must|should|always|kindly|just|only|now|finally|do))\s*$/;
/** Someone else replies: "a woman replies in Greek". */
const SOMEONE = /\b(?:he|she|they|who|it|we|you|someone|people|man|woman|speaker|person|to|i)\s*$/;

function readReply(groups: Readonly<Record<string, string | undefined>>, around: Around): PhraseMeaning | null {
  const said = say(groups.language);
  if (
    !said ||
    // Two languages are two products.
    (/^ (?:and|or) (?:in )?[a-z]{4,12}\b/.test(around.after) &&
      namesAnother(around.after.slice(0, 30), groups.language)) ||
    (SOMEONE.test(around.before) &&
      !/\b(?:(?:want|need|like|ask|have|you|want you|like you) to|(?:can|could|would|will) you)\s*$/.test(
        around.before,
      ))
  )
    return null;
  if (!/\btranslat|\binterpret(?:er|ing|ation)\b|#/.test(around.all)) return said;
  // Where a translation is asked for, its target may stand in these words alone.
  const targets = [...around.all.matchAll(/\b(?:into|to) ([a-z]{4,12})\b/g)].flatMap(([, word = ""]) => {
    const target = languageOfWord(word);
    return target ? [target.code] : [];
  });
  return targets.length > 0 && !targets.includes(said.constraints?.language ?? "") ? said : null;
}

function namesAnother(all: string, word: string | undefined): boolean {
  const code = say(word)?.constraints?.language;
  return all.split(/[^a-z]+/).some((other) => {
    const language = languageOfWord(other);
    return language !== undefined && language.code !== code;
  });
}
