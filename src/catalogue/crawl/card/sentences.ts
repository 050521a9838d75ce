/** A longer sentence is a list or no sentence. */
const MAX_SENTENCE_CHARS = 600;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|et al|vs|cf|etc|approx|no|fig|sec|dr|mr|mrs|st|inc|ltd|[a-z])\.$/i;

/** Splits a paragraph into sentences, at `.`, `!` or `?` followed by white space, but not after abbreviations. */
export function sentences(paragraph: string): readonly string[] {
  const found: string[] = [];
  let start = 0;
  for (const mark of paragraph.matchAll(/[.!?]["')\]]?(?=\s|$)/g)) {
    const end = mark.index + mark[0].length;
    const next = paragraph.slice(end, end + 20).trimStart()[0];
    const isAbbreviated = mark[0] === "." && ABBREVIATION.test(paragraph.slice(Math.max(start, end - 12), end));
    if (isAbbreviated || (next !== undefined && /\p{Ll}/u.test(next))) continue;
    found.push(paragraph.slice(start, end).trim());
    start = end;
  }
  found.push(paragraph.slice(start).trim());
  return found.filter((sentence) => sentence !== "" && sentence.length <= MAX_SENTENCE_CHARS);
}

const DENIED =
  /\b(?:not|never|no longer|cannot|without|except|unlike|neither|nor|none|missing|lacks?|lacking|unsupported|unable|fails?|hardly|barely|scarcely|rarely|seldom|poorly|badly)\b|n['’]t\b/i;
const DOUBTED =
  /\b(?:yet to|will|would|could|might|should|future|planned|plan to|work in progress|perhaps|maybe|probably|possibly|if|unless)\b|\?$/i;

/** Whether a sentence denies, doubts, promises or asks something, so that it states no fact. */
export const isNegated = (sentence: string): boolean => DENIED.test(sentence) || DOUBTED.test(sentence);

/** The first `maxChars` of a text, ending with a whole word. */
export function cutAtWord(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = text.slice(0, maxChars - 1);
  const blank = head.lastIndexOf(" ");
  return `${(blank > 0 ? head.slice(0, blank) : head).replace(/[\s,;:(–-]+$/, "")}…`;
}

/** Words of sentences about other models: those that this one was made from, or is compared with. */
const OF_OTHERS =
  /\b(?:teachers?|base(?:line)? (?:models?|checkpoints?|versions?)|baselines?|original(?:ly)?|previous(?:ly)?|earlier|prior|predecessors?|older|others?|another|existing|competing|counterparts?|parent|backbone|compar(?:e[ds]?|ing|isons?|able)|versus|vs\.?|outperforms?|(?:better|worse|faster|slower|smaller|larger|higher|lower) than|instead of|rather than|similar to|reward models?|draft models?|discriminators?|tokenizers?|vocoders?)\b/i;
/** "based on BERT, which was trained on …", "models trained on …": the rest describes those other models. */
const RELATIVE =
  /\b(?:based on|built (?:up)?on|on top of|derived from|distilled from|initiali[sz]ed (?:from|with))\b.*\b(?:which|that)\b|\b(?:models|networks|checkpoints) (?:that|which|(?:pre-?|fine-?)?trained|fine-?tuned)\b/i;

/** "It", "This model", "We". */
const ITSELF = /^(?:it|this|we|our)\b/i;
/** Without a subject, as in lists and labels: "Supported languages: …", "Fine-tuned on …", "Up to 30 seconds of audio". */
const UNSAID =
  /^(?:(?:currently|now|also|fully|officially) )?(?:supports|supported|trained|pre-?trained|fine-?tuned|languages?|inputs?|images?|audio|speech|videos?|texts?|up to|at most|maximum|max|context|sequence|resolution|intended|designed|optimi[sz]ed|built|made|developed|created|speciali[sz]ed|tailored|suited|works|speaks|understands|available|handles|accepts|takes|limited|multilingual model)\b/i;
/** "The model", "a transformer encoder", "its inputs": this model, a part of it, or what goes into it. */
const NAMED_BY_NOUN =
  /^(?:the|an?|these|its) (?:[\w.+-]+ ){0,5}?(?:models?|networks?|checkpoints?|versions?|variants?|transformers?|encoders?|decoders?|adapters?|loras?|classifiers?|detectors?|system|pipeline|family|series|LLMs?|VLMs?|lengths?|sizes?|windows?|context|inputs?|images?|resolution|languages?|tokens?)\b/i;
/** "For inference, the model takes …". */
const OPENING =
  /^(?:for|in|with|during|as|to|based on|at|on|by|after|additionally|moreover|furthermore)\b[^,]{0,80},\s+/i;

/** Shorter names occur inside too many other words. */
const MIN_NAME_CHARS = 3;

/**
 * Whether a clause is about the model itself: "it", "this model", "the model", its name, or no subject at all. Clauses
 * about its teacher, its base model or other models are not.
 * @param id the model's id
 */
export function isOfThisModel(clause: string, id: string): boolean {
  if (OF_OTHERS.test(clause) || RELATIVE.test(clause)) return false;
  const rest = clause.replace(OPENING, "");
  return ITSELF.test(rest) || UNSAID.test(rest) || NAMED_BY_NOUN.test(rest) || isCalled(rest, id);
}

/** Whether a clause begins with a word that the model's id, or a word of it, begins with: "Whisper", "XLM-R". */
function isCalled(clause: string, id: string): boolean {
  const name = lettersAndDigits(/^\S{1,60}/.exec(clause)?.[0] ?? "");
  if (name.length < MIN_NAME_CHARS) return false;
  const own = id.slice(id.lastIndexOf("/") + 1);
  return [own, ...own.split(/[^A-Za-z0-9]+/)].some((word) => {
    const known = lettersAndDigits(word);
    return known.startsWith(name) || (known.length >= MIN_NAME_CHARS && name.startsWith(known));
  });
}

const lettersAndDigits = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
