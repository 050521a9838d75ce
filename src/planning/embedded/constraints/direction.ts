import { MARKS } from "./anchors.ts";
import type { ConstraintClause } from "./clauses.ts";
import { WORK } from "./clauses.ts";

/** What a word does to what follows it in its clause. */
type Governing = "only" | "except" | "no" | "must" | "use" | "wish" | "tie" | "talk";

/** Words that direct, or that speak of content; the longer of two that begin alike comes first. */
const WORDS: Readonly<Record<Governing, string>> = {
  only: "(?:nothing|none|no one|nobody)(?: else)? (?:but|except|other than|outside|beyond)|no (?:[a-z]+ )?µ+ (?:but|except|other than|outside)|(?:not|n't|never) use any[a-z]* (?:but|except|other than)|(?:only|just) ever|only|solely|exclusively|just|purely|strictly|(?:restrict|limit|confin|narrow)\\w*(?: [a-z]+){0,2} (?:down )?to|(?:stick|sticking|keep|keeping|bound|tied|committed) to|stick(?:ing)? with",
  except:
    "(?:any\\w*|every\\w*|whatever|all)(?: [a-z]+)?(?: µ+)? (?:but|except|besides|other than|apart from|save)(?: for)?|except(?: for)?|other than|apart from|besides|instead of|rather than|different from",
  no: "(?:do|does|did|would|should|must|may|might|can|could|will|shall|is|are|was|has|have|need)(?: not|n't)|dont|won't|can't|cannot|not|never|no|none|nothing|neither|nor|without|w/o|avoid\\w*|exclud\\w*|forbid\\w*|ban|bans|skip\\w*|refus\\w*|reject\\w*|prohibit\\w*|hate|dislike|distrust|boycott\\w*|drop|(?:leav|keep|rul)\\w* out|(?:stay|steer|keep) (?:well )?(?:clear|away|off)(?: (?:of|from))?|free (?:of|from)|independent(?:ly)? (?:of|from)|allergic to|(?:black|deny)-?list|forbidden|banned|prohibited|unacceptable",
  must: "must|should|shall|has to|have to|needs to|need to|ought to|can|may|had better",
  use: "us(?:e|ing)|employ\\w*|pick\\w*|choos\\w*|select\\w*|tak(?:e|ing)|run(?:s|ning)?|prefer\\w*|rely(?:ing)? on|go(?:ing)? (?:for|with|through|by|via)|call(?:ing)?|accept\\w*|consider|allow(?:s|ed)?|approv\\w*|permit\\w*|tolerat\\w*|insist\\w*|demand\\w*|requir\\w*|mandat\\w*|prescrib\\w*|trust|filter\\w*|look(?:ing)? for|(?:ask|call|push|opt)(?:s|ing)? for|judge|rank|via|through|thru|base on|try|include|involve|touch|work with|support",
  wish: "want\\w*|need(?:s|ed)?|like|'d like|let|have|get|expect\\w*|keep|make sure|ensure|see to it|be sure",
  tie: "with|w/|by",
  talk: `${WORK}|about|against|regarding|concerning|why|how(?! (?:well|good))|whether|where|who|whose names?|what|which|say(?:s|ing)?|articles?|essays?|papers?|stor(?:y|ies)|books?|texts?|interviews?|talks?|lectures?|photos?|pictures?|images?|pages?|news|reviews?|lawsuits?|press|letters?|e?mails?|tweets?|history|questions?|words?(?! error)|slogans?|signs?|titles?|titled|called|named|meaning|means|difference|versus|vs|poems?|poster|policy on|report`,
};
const GOVERNOR = new RegExp(
  `(?<![\\w'-])(?:${Object.entries(WORDS)
    .map(([kind, words]) => `(?<${kind}>${words})`)
    .join("|")})(?![\\w'])(?!-(?!licen))`,
  "g",
);
const KINDS = Object.keys(WORDS) as readonly Governing[];

/** What the words before a place in a clause want of what stands there. */
export interface Direction {
  readonly way: "allow" | "deny";
  /** The strongest word of those that direct; `bare` where none does. */
  readonly by: Exclude<Governing, "talk" | "except"> | "bare";
  /** Where they begin. */
  readonly start: number;
}

interface Governor {
  readonly kind: Governing;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const STRENGTH: readonly Direction["by"][] = ["only", "no", "must", "use", "wish", "tie"];
/** Verbs of what is so. */
const TOLD_OF = /^(?:does|did|is|are|was|has|have)(?:n't| not)$/;
/** People of whom a text tells. */
const OTHERS =
  /\b(?:they|he|she|who|people|players?|students?|members?|customers?|users?|visitors?|guests?|compan(?:y|ies)|man|woman|team|firms?|everyone|somebody) (?:also |then |now )?$/;

/** "A mail that we ‹must use›", "the policy, which ‹forbids›", but for models, licences and whatever is used. */
const OF_WHOM = /\b(?:that|which)(?: (?:i|we))? $/;
const OF_MODELS = /(?:µ|licen[sc]es?|thing|code|software|one|ones|sure|for|mind),? (?:that|which)(?: (?:i|we))? $/;

/** Reads what directs at a place: "but don't use ‹whisper›" → deny, by `no`; null where content is spoken of. */
export function directionAt(clause: ConstraintClause, place: number): Direction | null {
  const lead = clause.text.slice(0, place - clause.start);
  const governors = Array.from(lead.matchAll(GOVERNOR), (match): Governor => {
    const kind = KINDS.find((one) => match.groups?.[one] !== undefined) ?? "talk";
    return { kind, start: match.index, end: match.index + match[0].length, text: match[0] };
  })
    .map((one) => (one.kind === "tie" && MET.test(lead.slice(0, one.start)) ? { ...one, kind: "talk" as const } : one))
    .filter((one) => !(one.kind === "tie" && lead[one.start - 2] === MARKS.noun) && !isPurpose(one, lead));
  const last = governors.at(-1);
  if (!last)
    return clause.isAsked || isSpokenOf(clause, 0, false) ? null : { way: "allow", by: "bare", start: clause.start };
  if (last.kind === "talk") return null;
  const talk = governors.findLastIndex(({ kind }) => kind === "talk");
  const chain = governors.slice(talk + 1);
  const [first = last] = chain;
  const refusals =
    chain.filter(({ kind, text }) => kind === "no" && text !== "nor").length + (last.kind === "except" ? 1 : 0);
  const by = STRENGTH.find((kind) => chain.some((one) => one.kind === kind)) ?? "no";
  const head = lead.slice(0, first.start);
  if (OTHERS.test(head) || (OF_WHOM.test(head) && !OF_MODELS.test(head))) return null;
  // "The text isn't from ‹Google›": of models, or what is used, alone such a sentence is a wish.
  if (TOLD_OF.test(first.text) && !/(?:[µ¬§‡]|\b(?:it|this|that|which|licen[sc]e)) (?:that |which )?$/.test(head))
    return null;
  const leads = first.kind === "tie" || /^(?:using|without|via|through|avoiding)\b/.test(first.text);
  return (!leads && clause.isAsked) || isSpokenOf(clause, first.start, leads || first.kind === "no")
    ? null
    : { way: refusals % 2 === 1 ? "deny" : "allow", by, start: clause.start + first.start };
}

/** "for the transcription": tells what a model is used for, and not what is done with it. */
const isPurpose = ({ kind, start }: Governor, lead: string): boolean =>
  kind === "talk" &&
  /(?:\b(?:for|at|does|do) (?:the |all |speech |object |image |this )?|µ (?:(?:that|which|who|whose) (?:can |also |really )?)?)$/.test(
    lead.slice(0, start),
  );
/** "the interview with ‹Sam›", "training with ‹YOLO›" */
const MET =
  /\b(?:interview|talk|chat|conversation|call|meeting|dialogue|discussion|scene|date|game|lesson|session|lunch|dinner|duet|friends?|together|training|trained|working|experiments?|is|are|was|were|been|keeps?|starts?) $/;

const QUESTION =
  /^[^\w¬§‡µ¶]*(?:(?:and|so|but|now) )?(?:what|which|who|whom|whose|where|when|how|is|are|was|were|does|do|did|has|have|had|may|might|would it|can (?:i|we|one)|could (?:i|we))\b(?! (?:use|about|not)\b)/;
const BREAKS_OFF = /[,;:¤?(]| - /;
/** Whatever follows these up to a break is spoken of. */
const AT_LENGTH =
  /\b(?:about|titled|entitled|saying|that (?:says?|reads?)|says?|said|why|whether|how (?:to|an?|the|we|you|they|people|one|companies)|argu(?:e|es|ing) that|claims?|believes?|suggests?|states? that|writes? that|slogan|headline|discuss(?:es|ing)?|in which|mentions? of|explain|what (?:is|are|does|do|makes?)|meaning of|difference|compare|policy on|news on|who|asking|asks? (?:for|to)|(?:wants?|tried|able|decided?|refused?|plan(?:s|ned)?) to)\b/;
/** Right before a phrase they make it what is spoken of. */
const SPOKEN =
  /\b(?:about|words?|slogans?|signs?|saying|says?|said|titled|called|mentions?|headline|lettering|inscription|reads|like|how to|why|topic|theme|motto|discuss|explain|define|mean|means|on|of|against|between)\W*$/;

/** Whether what begins at a place of a clause is spoken of or asked about, and is no wish. */
function isSpokenOf(clause: ConstraintClause, at: number, isMeans: boolean): boolean {
  const lead = clause.text.slice(0, at);
  const head = clause.before + lead;
  return (
    SPOKEN.test(lead) ||
    (!isMeans && AT_LENGTH.test(lead)) ||
    (QUESTION.test(head) && !BREAKS_OFF.test(isMeans ? head : head.replaceAll("¤", "")))
  );
}
