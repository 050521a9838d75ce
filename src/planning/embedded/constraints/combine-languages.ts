import { languageOfWord } from "../read/languages.ts";
import { findingAt, matchesIn, type Place, type ReadContext } from "./place.ts";
import type { Finding } from "./said.ts";

/**
 * The language that models must know, or that the whole reply is wanted in. What one product is to be written in, such
 * as "a summary in French", is wanted of a translation and stays an argument.
 */
export const languagesIn = (context: ReadContext): readonly Finding[] => {
  const { words } = context;
  const found = Array.from(matchesIn(context, WORD, (word) => languageOfWord(word) !== undefined)).flatMap(
    ([[word], place]) => {
      const code = languageOfWord(word)?.code;
      return code === undefined ? [] : [{ place, code }];
    },
  );
  return found.flatMap(({ place, code }) => {
    const isKnown =
      isOfModel(place, words.text.slice(place.end, place.end + 8)) &&
      !(/language ?[:=]/.test(place.lead) && isTranslation(words.text, code));
    const isAnswer = isOfReply(place, words.text) && !isTranslation(words.text, code);
    return isKnown || isAnswer
      ? [isKnown ? findingAt(place, { constraints: { language: code } }) : replyAt(place, code)]
      : [];
  });
};

const WORD = /(?<![\w'-])[a-z]{4,12}(?!\w)/g;

const KNOWS =
  /(?:\b(?:know|speak|understand|support|handle|master|cover|read|copes? with|deals? with|works? (?:well )?(?:in|for|with)|trained (?:on|for|in|with)|tuned (?:on|for)|made for|built for|speciali[sz]ed in|meant for|good at|fluent in|able to (?:handle|understand|speak|read)|capable of|familiar with|work in)(?:s|ing)?|\bfor) (?:[a-z]{4,12} )?$/;
const ABOUT =
  /\b(?:which|what|list|find|name|count|how many|article|story|text|book|about|draw|paint|describe|photo|picture|makes?|who|does)\b/;

function isOfModel({ lead, rest, direction, clause, isOfModels }: Place, plain: string): boolean {
  if (
    ABOUT.test((clause.before.split(/[¤,;]/).at(-1) ?? "") + lead.replace(/.*¤/, "")) &&
    !/\b(?:us(?:e|ing)|with|only|must|need\w*|i need) /.test(lead)
  )
    return false;
  const isWished = direction !== null && direction.way === "allow";
  if (isOfModels && isWished) {
    if (KNOWS.test(lead) && /µ/.test(lead)) return true;
    if (
      /µ with (?:good |decent |strong |native )?$/.test(lead) &&
      /^ (?:support|skills|capabilit|knowledge)/.test(rest)
    )
      return true;
    const isAdjective =
      /^(?:[- ](?:language|speaking|capable|trained|ready|only|savvy))?[- ](?:[a-z]{2,12} |[¬§‡]+(?:[- ]licen[sc]ed)? ){0,2}µ/.test(
        rest,
      );
    // "Only Chinese models" may be those from there.
    if (isAdjective && /^ models?(?!\w)/.test(plain) && ["only", "no"].includes(direction.by)) return false;
    if (isAdjective)
      return (
        direction.by !== "bare" ||
        /(?:language|speaking|capable|trained)[- ]µ+ (?:only|please|is (?:needed|required)|(?:is )?a must|needed|required)/.test(
          rest,
        ) ||
        (/^[- ](?:language|speaking)/.test(rest) && /\bit\b/.test(lead))
      );
  }
  const isMust =
    /(?:^[^\wµ]*|\b(?:it|this|that|they|and|but) |µ (?:you [a-z]+ )?)(?:must|should|has to|have to|needs? to)(?: be able to| all)? (?:support|understand|know|handle|cope with|deal with|work in) $/.test(
      lead,
    ) ||
    (/\bneeds? (?:a )?$/.test(lead) && /^ (?:support|skills)/.test(rest));
  const isOfFile = /¤ *$/.test(clause.before) && /^ *(?:must|should|has|have|needs?)/.test(lead);
  if (isMust && !isOfFile && !/\b(?:we|they|he|she|i|staff|candidates?) (?:must|should|have)/.test(lead))
    return /^\s*(?:$|[.,;!?)\n]|support|please|pls|thanks)/.test(rest);
  if (/^ (?:support|skills) (?:is )?(?:needed|required|a must|necessary|please)/.test(rest) && direction !== null)
    return true;
  return (
    (isWished &&
      /^[- ](?:language |speaking )?µ+|^-language (?:one|µ)/.test(rest) &&
      /\b(?:must|has to|needs to|should) be (?:an? )?$/.test(lead)) ||
    (/^[^\w¬§‡µ¶]*(?:(?:model |source |input |audio |spoken )?language) ?[:=] ?$/.test(lead) && /^\s*$/.test(rest))
  );
}

const REPLY = "(?:answers?|repl(?:y|ies)|responses?|outputs?|results?|final answers?|report)";
const VARIETY = "(?:[a-z]+ )?$";
const ENDS =
  /^(?: only| please| pls|,? if possible| language)*\s*(?:$|[.,;:!?)\n¤]|-(?![a-z])|(?:thanks|thank|and|but|my|what|how|who|where|when|which|why|whether|if)\b)/;
const REPLY_IN = [
  `(?:^|[^a-z](?:and|but|then|so|please|also|you|(?:you|like|want|need) to|must|should|always|kindly|just|only|now|do) |^\\W*)(?:please |always |only |do |kindly |just ){0,2}(?:answer|reply|respond|write back|talk|speak|get back|come back)(?: (?:to me|me|back to me|to this|back|it))?(?: only| entirely| please)? in ${VARIETY}`,
  `(?:answer|reply to|respond to)(?: (?:the|my|this|these|those|all|both|following|every|each|of|any)){1,3} (?:questions?|messages?|requests?|quer(?:y|ies)|emails?) in ${VARIETY}`,
  `^[^\\w¬§‡µ¶]*(?:please )?(?:(?:tell|let) me(?: know)?(?: (?:it|this|that|the answer|everything|all))?|explain(?: (?:it|this|that|everything|all))?(?: to me)?),? in ${VARIETY}`,
  `(?:want|need|'d like|would like|'d prefer|prefer|expect|give me|get me|have|get)(?: to (?:have|get|read|see))? (?:everything|it all|all of it|all|the whole (?:thing|reply|answer)|all (?:of )?(?:the |your )?${REPLY}|your ${REPLY}) (?:to be )?in ${VARIETY}`,
  `(?:everything|(?:all|each|every)(?: of)?(?: the| your)? ${REPLY}|your ${REPLY}|the ${REPLY}|${REPLY}|it all|^\\W*it)(?: ,?)? (?:must|should|has to|have to|needs? to|ought to|shall)(?: all)? (?:be|come)(?: written| given)? in ${VARIETY}`,
  `(?:everything|(?:all|each|every)(?: of)?(?: the| your)? ${REPLY}|your ${REPLY}) in ${VARIETY}`,
  `^[^\\w¬§‡µ¶]*(?:your |the )?(?:language of (?:the |your )?${REPLY}|(?:reply|answer|response|output) language)(?: is| should be| must be| shall be|:|=)? ?$`,
  `^[^\\w¬§‡µ¶]*(?:(?:please )?(?:i|we)? ?(?:can|could|may)? ?(?:i |we )?(?:have|get|want|need|'d like|would like|prefer|give me|tell me|show me)(?: to (?:have|get))? the ${REPLY} (?:to be )?|(?:and |but |please |only |all |everything ){0,2})in ${VARIETY}`,
].map((source) => new RegExp(source));
const SOMEONE =
  /\b(?:he|she|they|who|we|someone|people|man|woman|speaker|person)(?: only)? (?:answers?|repl(?:y|ies)|responds?|speaks?|talks?)\b|\b(?:[a-z]+s|one|he|she) (?:must|should|ha(?:s|ve) to|needs? to) (?:answer|reply|respond|speak|talk)\b/;

/** The whole phrase is the wish, and no word of it directs: "‹Answer in German›". */
function replyAt(place: Place, code: string): Finding {
  const { clause, lead } = place;
  const at = REPLY_IN.map((one) => one.exec(lead)?.index).find((index) => index !== undefined) ?? 0;
  const phrase = findingAt({ ...place, direction: null }, { constraints: { language: code } });
  return { ...phrase, start: clause.start + at };
}

/** "Answer in ‹German›", "…, in ‹French› please". */
function isOfReply({ lead, rest, clause }: Place, all: string): boolean {
  const head = clause.before + lead;
  const isQuestion = /^[^\w¬§‡µ¶]*(?:does|do|did|is|are|was|were|has|have|will|who|which|what)\b[^,;:¤?]*$/.test(head);
  if (
    (clause.isAsked && !/\b(?:can|could|may) (?:i|we) (?:have|get)\b/.test(lead)) ||
    !ENDS.test(rest) ||
    SOMEONE.test(lead) ||
    isQuestion ||
    /\b(?:step [a-z\d]+|word|phrase|say|says|write(?! back)|written|letter)\b[^¤]*$/.test(lead)
  )
    return false;
  if (
    /\b(?:i|we)(?: only| just)? (?:speak|understand|read)(?: only| just)? $/.test(lead) &&
    /^,? ?(?:so |therefore )?(?:please )?(?:answer|reply|respond|write)/.test(clause.after)
  )
    return true;
  if (/\b(?:shouts?|says?|said|cries|asks?|asked|tells|told|yells?|whispers?)\b[^.¤]*$/.test(clause.before))
    return false;
  const place = REPLY_IN.findIndex((one) => one.test(lead));
  if (place < 0) return false;
  const isSentence = clause.before.trim() === "";
  const isPolite = /please|pls|if possible|thanks/.test(lead + rest);
  if (place < REPLY_IN.length - 1) return true;
  // Right after a file the sentence goes on, and it is one product that is wanted in the language.
  if (
    /¤ *$/.test(clause.before) &&
    !/^[^\w¬§‡µ¶]*(?:what|who|which|how|where|when|why|is|are|does)\b/.test(clause.before)
  )
    return false;
  return isSentence
    ? /^\s*(?:$|please|pls|only|,|thanks)/.test(rest) &&
        (/^[^\w¬§‡µ¶]*(?:[.!?)\n]|$|please|,? ?please)/.test(clause.after) || isPolite)
    : isPolite && !/\bwrite|translate/.test(all.slice(0, 12));
}

/** Where a translation is asked for, its target may stand in these words. */
function isTranslation(all: string, code: string): boolean {
  if (!/\btranslat|\binterpret(?:er|ing|ation)\b|#/.test(all)) return false;
  const targets = [...all.matchAll(/\b(?:into|to) ([a-z]{4,12})\b/g)].flatMap(
    ([, word = ""]) => languageOfWord(word)?.code ?? [],
  );
  return targets.length === 0 || targets.includes(code);
}
