/** Verbs that begin a clause of their own after "and" or a comma. */
const VERBS =
  // The verbs that people begin wishes with, in the rows of training/requests and near them.
  "add|adjust|analy[sz]e|animate|announce|answer|apply|ascertain|assess|assign|blur|boil|boost|brighten|bring|" +
  "build|calculate|carve|categori[sz]e|change|check|choose|chop|clean|colou?ri[sz]e|combine|compare|complete|" +
  "compose|compress|compute|condense|confirm|continue|convert|correct|count|create|cut|darken|deblur|decipher|" +
  "decode|denoise|depict|derive|describe|detect|determine|dictate|divide|draft|drain|draw|dub|edit|eliminate|" +
  "embed|enhance|enlarge|enumerate|erase|estimate|evaluate|exchange|execute|expand|explain|express|extract|feed|" +
  "fetch|fill|find|finish|fix|flip|gather|generate|get|give|grab|grayscale|greyscale|guess|halve|hide|highlight|" +
  "identify|illustrate|imagine|improve|increase|infer|insert|invent|invert|isolate|judge|keep|let|lighten|list|" +
  "listen|locate|look|lose|make|measure|mend|merge|mirror|moderni[sz]e|modify|narrate|obtain|outline|paint|" +
  "paraphrase|pick|pinpoint|pixelate|point|polish|predict|prepare|produce|pronounce|proofread|provide|pull|put|" +
  "read|recite|recogni[sz]e|recolou?r|redo|reduce|reformulate|remove|render|repaint|repeat|rephrase|replace|" +
  "reply|resize|respond|restore|restyle|return|reword|rework|rewrite|rotate|run|say|scan|segment|separate|" +
  "sharpen|shorten|show|shrink|simplify|skim|smooth|soften|sort|speak|spin|split|spot|squeeze|straighten|" +
  "stretch|strip|stylize|suggest|summari[sz]e|suppress|swap|take|tell|tidy|tighten|tilt|transcribe|" +
  "transform|translate|trim|turn|type|upscale|use|utilize|verify|visuali[sz]e|vocali[sz]e|widen|wipe|write|" +
  // What nothing here does, so that it stands apart from what can be done.
  "book|buy|call|delete|email|forward|mail|open|order|pay|play|post|print|publish|remind|save|schedule|send|share|upload";
/** Nouns as often as verbs: they begin a clause only before an object. */
const NOUN_VERBS =
  "box|caption|circle|classify|copy|crop|drop|filter|flag|grey|gray|half|label|lift|lower|map|mark|match|name|mask|record|review|sound|sum|tag|title|trace|voice";
const OBJECT =
  "it|them|this|that|these|those|the|each|every|all|any|both|its|their|my|his|her|how|what|which|who|@\\w+|a|an|people|whether|if";
const LEAD_INS =
  "please|pls|plz|kindly|also|then|finally|lastly|next|now|afterwards|after that|just|first|can you|could you|would you|i want you to|i want to|i'd like you to|i'd like to|i want u to|i would like you to|i would like to|i need you to|i need to|i want|i need|i can|you can|we can|you|help me to|help me|let's|let me know|tell me|show me|give me|get me|to";
/** After these a clause begins whatever follows: "and I would like you to", ", please". */
const STRONG_LEADS =
  "(?:i|we) (?:want|need|wish|would like|would love)|(?:i|we)'d (?:like|love)|please|kindly|can you|could you|would you|will you|help me";
const QUESTION_WORDS =
  "who|whom|whose|what|what'?s|who'?s|where'?s|how'?s|when|where|which|why|how|(?:by|since|until|from|to|for|at|in|on|with|of|about) (?:when|whom|what|which|how)|whether";
const AUXILIARIES = "is|are|was|were|do|does|did|can|has|have|will|should|may|must";
const SUBJECTS =
  "it|he|she|they|we|you|i|there|this|that|these|those|the|any|anyone|anything|someone|all|each|both|@\\w+|its|his|her|their|my";

const HEAD = new RegExp(
  `^(?:(?:also|then|finally|lastly|next|now|afterwards|after that|just|first) ){0,2}(?:${STRONG_LEADS})\\b|^(?:(?:${LEAD_INS}) ){0,4}(?:(?:${VERBS})\\b|(?:${NOUN_VERBS}) (?:${OBJECT})\\b|(?:${QUESTION_WORDS})(?![\\w-])|(?:${AUXILIARIES}) (?:${SUBJECTS})(?!\\w))`,
  "i",
);
/** "2)", "-": what stands before an item of a list, as the source of a pattern. */
export const LIST_MARK = "(?:\\(?(?:[a-h]|\\d{1,2})[).:]|[-*•])";
const ITEM = `${LIST_MARK}\\s+`;
const AN_ITEM = new RegExp(`^${ITEM}`, "i");
const POLITENESS = new RegExp(
  `^(?:${ITEM})?(?:(?:(?:i|we)(?: want| need| wish| would like| would love|'d like|'d love) (?:to (?:know|find out|see|learn|understand|figure out)|you to|to)|be able to|know|${LEAD_INS}|and|or|so|ok|okay|hey|hi|hello|hmm?|oh|well|yes|but|i wonder|do you know|i want to know|i'd like to know|i would like to know|figure out|find out|answer|say|explain|check|determine|tell us|tell|me|us|for me)(?: |, ?))*`,
  "i",
);

/** Whether words begin like a clause that wishes or asks something. */
export const beginsClause = (text: string): boolean => HEAD.test(text.replace(AN_ITEM, ""));

/** The clause without "please", "can you tell me" and the like. */
export const plainly = (text: string): string => text.slice(POLITENESS.exec(text)?.[0].length ?? 0);
