import { type Language, languageOfWord } from "../read/languages.ts";

/** What a request says of languages. */
interface Languages {
  readonly targets: readonly Language[];
  /** What the material is in, as far as it is said. */
  readonly source: Language | null;
  /** The second is made from the first: "into Dutch and then back into English". */
  readonly isChained: boolean;
}

/** Names of languages in a row: "in Welsh and in Irish". */
interface Row {
  readonly languages: readonly Language[];
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
  /** "Spanish to …". */
  readonly isFrom: boolean;
}

const WORD = /\p{L}{4,}/gu;
/** Words between two languages that are wanted alike. */
const BETWEEN =
  /^(?:[\s,;.!?/+&>→-]|\b(?:and|or|plus|then|also|another|in|into|to|from|it|that|this|one|an?|the|versions?|translations?|copy|copies|sign|text|please|same|do|again|once|for|its|read|spoken|people|families|guests|speakers|as|well|back|separately)\b)*$/i;
/** A sentence between them that doesn't go on with the first. */
const DIRECTED =
  /^(?: (?:text|version|original|words?|one|letter|audio|recording))? ?(?:to|into|in) (?:(?:plain|good|proper) )?$|\bfrom (?!it|that\b)[^,.]*$/i;
const SENTENCE = /[.?!] +(?!and\b|also\b|then\b|same\b|plus\b)\p{L}/iu;
const MAX_BETWEEN_CHARS = 40;

/** Reads which languages a request wants its results in. */
export function languagesIn(text: string): Languages {
  const rows = rowsIn(text);
  const rated = rows.map((row, at) => ({ row, rate: rate(row) + at / 100 + (isEnglish(row) ? 0.2 : 0) }));
  const best = rated.filter(({ rate: wanted }) => wanted >= 1).toSorted((a, b) => b.rate - a.rate)[0]?.row;
  const direction = best && rows.length === 1 ? directed(text, best) : null;
  if (direction) return { targets: direction.slice(1), source: direction[0] ?? null, isChained: false };
  const source =
    rated.find(({ row, rate: wanted }) => row !== best && wanted < 2 && !isSame(row, best))?.row.languages[0] ?? null;
  const targets = best?.languages ?? [];
  return {
    targets,
    source,
    isChained: best !== undefined && /\bback (?:again )?(?:in|in?to)\b/i.test(text.slice(best.start, best.end)),
  };
}

const isEnglish = ({ languages }: Row): boolean => languages.some(({ code }) => code === "en");
const isSame = (row: Row, other: Row | undefined): boolean =>
  row.languages.every((language) => other?.languages.includes(language));

/** "English-Spanish", "English → Czech": from the first to the second. */
function directed(text: string, { languages, start, end }: Row): readonly Language[] | null {
  return languages.length === 2 && /^\p{L}+ ?(?:-|→|->|>) ?\p{L}+$/u.test(text.slice(start, end)) ? languages : null;
}

function rowsIn(text: string): readonly Row[] {
  const rows: Row[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const language = languageOfWord(word);
    const end = index + word.length;
    if (!language || isVerb(word, text, index)) continue;
    const last = rows.at(-1);
    const between = last ? text.slice(last.end, index) : "";
    const isDirected =
      last !== undefined && between.length <= MAX_BETWEEN_CHARS && DIRECTED.test(between) && !INTO.test(last.before);
    if (isDirected) rows[rows.length - 1] = { ...last, isFrom: true };
    if (
      last &&
      !isDirected &&
      between.length <= MAX_BETWEEN_CHARS &&
      !(/[.!?;]/.test(between) && HELD.test(last.before)) &&
      BETWEEN.test(between) &&
      !SENTENCE.test(between)
    ) {
      rows[rows.length - 1] = {
        ...last,
        languages: last.languages.includes(language) ? last.languages : [...last.languages, language],
        end,
        after: text.slice(end, end + 32),
      };
    } else
      rows.push({
        languages: [language],
        isFrom: false,
        start: index,
        end,
        before: text.slice(Math.max(0, index - 60), index),
        after: text.slice(end, end + 32),
      });
  }
  return rows;
}

/** "to polish the text", "polish it": the verb, and no language. */
const isVerb = (word: string, text: string, at: number): boolean =>
  word === "polish" &&
  (POLISHED.test(text.slice(at + word.length)) || !/\b(?:in|into|to|from|and|or|,) ?$/i.test(text.slice(0, at)));
const POLISHED = /^ (?:the|this|that|these|those|it|them|my|our|your|a|an|up)\b/i;

/** What is in a language, or speaks it. */
const HELD =
  /(?:\bfrom(?: the| this| that| my| an?)?|@(?!quote|passage)\w+\)?(?:,| is| are)(?: all)? in|\b(?:is|are|was|were|it's|he's|she's|that's)(?: (?:all|only))? in|(?<![@\w])(?:original(?:ly)?|printed|written|recorded|spoken|talk\w*|rant\w*|said|says|speech|interview|lecture|letter|menu|article|message|note|recording|audio|poem|mail|email|voicemail|text|words|quotation|sign|book|song|page|pages|instructions)(?:'s| is| was|'re| are|s)?(?: (?:all|only|actually|exists?))*,? in|\b(?:speaks?|speaking|spoke|knows?|exists? only in|is|are|it's|not good in))(?: (?:old|swiss|simplified))? $/i;
/** Speakers and writings that a language before them belongs to. */
const OWNED =
  /^(?:-speaking)? (?!versions?|translations?|renderings?|cop(?:y|ies)|ones?|please|pls|too|as|also|and|or|for|in|with|to|from|audio|voice|text|caption|captions|subtitles|speech|summary|out|aloud|so|because|but|if|not|read|spoken|writing|on|by|at|of|now|what|who|is|are|was|were|has|have|does|can|should|into|then|speaking|spelling|my|our|your|the|this|these)\p{Ll}/u;
const VERSION =
  /^,? ?(?:versions?|translations?|renderings?|copy|copies|ones?|please|pls|too|as well|also|edition|audio|voice|captions?|subtitles|writing)\b/i;
const GIVEN =
  /^ (?!of\b|versions?|translations?|renderings?|cop|ones?|and\b|or\b|please|caption|subtitle|summary)\p{Ll}/u;
const INTO = /(?:\b(?:into|to(?: (?:plain|simple|good|proper|standard|spoken|read))?)|>>|->|→|>) ?$/i;
const WANTS =
  /\b(?:want|wants|need|needs|like|love|prefer|hear|put|give|make|answer|reply|respond|say|says|tell|read|get|have|has|turn|write|explain|know|should|must|speak|voice|as|how|what|translate|bring|need it|so|then|also)\b[^.!?]{0,45}$/i;
/** "a recipe by my aunt in", "the letter is from my aunt, in". */
const OF_SOMEONE =
  /\b(?:by|of|from) (?:my|our|the|an?|his|her) [^,.!?]{0,30}(?:,)? in $|\b(?:is|was|came|left|sent|wrote)\b(?![^.!?]*\b(?:what|how|who|when|where)\b)[^.!?]{0,60}, in $/i;
const READERS =
  /^ (?:people|famil(?:y|ies)|guests?|visitors?|tourists?|colleagues?|readers?|speakers?|customers?|clients?|friends?|staff)\b/i;
const WANTS_TEXT =
  /\b(?:need|want|like|give me|make)(?: it| the| a| me)? (?:text|words|article|letter|note|message|sign) in $/i;
const FOR_READERS = /\b(?:for|our|reach)\b[^.!?]{0,12}$/i;

/** How surely a row names what is wanted, not what is there: below 1 it is what is there. */
function rate({ before, after, isFrom }: Row): number {
  if (isFrom) return 0.3;
  if (INTO.test(before) && !/\bfrom\b[^,.]{0,20}$/i.test(before)) return 4;
  if (FOR_READERS.test(before) && READERS.test(after)) return 3;
  if (HELD.test(before) && !WANTS_TEXT.test(before)) return 0.4;
  if (/\b(?:my|our) $/i.test(before) && !VERSION.test(after) && !FOR_READERS.test(before)) return 0.6;
  if (/\b(?:this|that|these|my|our|his|her|the) $/i.test(before) && GIVEN.test(after)) return 0.6;
  if (VERSION.test(after)) return 4;
  if (OWNED.test(after)) return /\b(?:an?|spoken) $/i.test(before) ? 1.5 : FOR_READERS.test(before) ? 3 : 0.6;
  if (WANTS.test(before)) return 3;
  if (OF_SOMEONE.test(before)) return 0.6;
  return 2;
}
