import { lowerFirst } from "../../../domain/lower-first.ts";
import type { Clause } from "../read/clauses.ts";
import type { Mention } from "../read/mentions.ts";
import { plainly } from "../read/openings.ts";
import { isLooseNoun, kindOfNoun } from "../read/vocabulary.ts";
import { wordSet } from "../read/word-set.ts";

/** Longer descriptions and instructions are cut; image and video models read far less. */
const MAX_WORDING_CHARS = 1_000;
/** A prompt may quote a letter or an article; a longer one belongs in a file. */
const MAX_PROMPT_CHARS = 20_000;

/** Words that only point at something. */
const POINTING = wordSet(
  "do run use apply perform it this that these those them its their his her he she they him the a an my our your one ones some any all both each another new me us you i same above following attached given whole entire full out what question questions answer answers detail below for to of in on into from with and please now then too also again well",
);

const points = (word: string): boolean => {
  const plain = word.toLowerCase().replaceAll(/[^\p{L}\p{N}'-]/gu, "");
  return plain === "" || POINTING.has(plain) || kindOfNoun(plain) !== undefined;
};

/** Whether words say nothing themselves: "the following questions in detail". */
export const pointsOnly = (words: string): boolean => words.split(/\s+/).every(points);

const LANGUAGE_PHRASE = /,? ?\b(?:in|into|to|from) \p{Lu}\p{L}+(?:,? (?:and|or) \p{Lu}\p{L}+)*[.?!]*$/u;

/**
 * The words of a clause that are to be worked on where nothing is quoted or attached: "say good morning in Spanish" →
 * "good morning". `null` when they only point at something that is not there.
 * @param deciding the words that speak for the task
 */
export function ownTextOf(clause: Clause, deciding: readonly string[]): string | null {
  const bare = plainly(clause.text).replaceAll(/@\w+/g, " ").replace(LANGUAGE_PHRASE, "");
  const words = bare.split(/\s+/).filter((word) => word !== "");
  const decided = new Set(deciding.map((word) => word.toLowerCase()));
  const isDeciding = (word: string): boolean => decided.has(word.toLowerCase().replaceAll(/[^\p{L}'-]/gu, ""));
  const rest = words.slice(words.findLastIndex((word, at) => at < words.length / 2 && isDeciding(word)) + 1);
  return rest.every((word) => isDeciding(word) || points(word)) ? null : rest.join(" ").replace(/^[:,;.\s]+/, "");
}

const MAKES =
  /\b(?:generate|create|make|draw|paint|produce|render|design|build|give|show|get|imagine|sketch|illustrate|want|need|visuali[sz]e|depict|film|shoot|like|see|turn)(?: me| us| it| this| that| them)?(?: into)? (.*)$/is;
const PICTURE_OF =
  /^((?:an?|some|another|one)? ?)((?:(?!(?:of|in|on|from|the)\b)[\w'-]+,? ){0,5}?)(images?|pictures?|photos?|photographs?|pics?|paintings?|drawings?|illustrations?|posters?|logos?|artworks?|sketch(?:es)?|wallpapers?|cartoons?|videos?|clips?|movies?|films?|animations?|footage)(?:,? (of|showing|with|depicting|where|in which|that shows|featuring|about|based on|from|for))?(?:$| (.*)$)/is;
/** Adjectives that say nothing of what the picture shows. */
const IDLE = /^(?:(?:new|short|nice|single|quick|little|beautiful|good) ?)*$/i;
/** Files, maps and poses are given beside a description, which ends at the last of the joints before them. */
const SOURCES =
  /@(?!quote|passage)\w+|\b(?:canny|edges?|outlines?|hed|m-?lsd|straight lines|normal map|surface normals|pose|posture|skeleton|depth|scribble|segmentation|the (?:above|same|given|previous|following) )/i;
const JOINTS =
  /,? (?:and|using|with|based on|that follows?|following|follows|from|by|in|as|guided by|conditioned on|matching|keeping|for|of|like|having|whose|given|after)\b/gi;

/** What a picture or video is to show, as a clause describes it; `null` when it doesn't. */
export function description({ text }: Pick<Clause, "text">): string | null {
  const made = MAKES.exec(text)?.[1];
  if (made === undefined) return null;
  const match = PICTURE_OF.exec(made);
  const [, article = "", adjectives = "", noun = "", preposition, rest = ""] = match ?? [];
  const shown = beforeSources(match ? (preposition === undefined ? "" : rest) : made);
  const isIdle = IDLE.test(adjectives);
  if (pointsOnly(shown))
    return match && preposition === undefined && !isIdle ? tidy(`${article}${adjectives}${noun}`) : null;
  return tidy(isIdle ? shown : `${article}${adjectives}${noun} ${preposition ?? "of"} ${shown}`);
}

function beforeSources(shown: string): string {
  const at = SOURCES.exec(shown)?.index;
  if (at === undefined) return shown.trim();
  const before = shown.slice(0, at);
  return before.slice(0, [...before.matchAll(JOINTS)].at(-1)?.index ?? 0).trim();
}

const FILE_PHRASE =
  /,? ?(?:\b(?:in|on|of|from|for|to|with|using)(?: (?:the|this|that|my|our|attached|given|following|provided|input)){0,3}(?: (?:image|picture|photo|photograph|pic|file))? )?@(?!quote|passage)\w+/gi;
const PLACE = /\b(?:(?:all|both|each|every one) of|all|in|on|of|from|for|to|with) $/i;

/** What is to be done to an image, in the words of the clause without the image itself: "blur the above image" → "blur". */
export function changeIn({ text }: Clause, mentions: readonly Mention[], quote: string | null): string | null {
  let words = text;
  // From the end, so that earlier positions stay true.
  for (const { kind, pronoun, words: said, at, end } of mentions.toReversed()) {
    const isIt = pronoun && /^(?:it|them|this|that|these|those|both)\b/i.test(words.slice(at));
    const isLoose = kind === null && !pronoun && isLooseNoun(said.at(-1) ?? "");
    if (kind === "image" || isIt || isLoose) words = `${words.slice(0, at).replace(PLACE, "")} ${words.slice(end)}`;
  }
  const bare = plainly(words.replaceAll(FILE_PHRASE, " ").replaceAll(/\s+/g, " ").trim());
  const change = tidy(
    bare.replace(
      /^only,? |(?:,? (?:too|as well|also|again|please|pls|plz|thanks|thx|for me|give me|get me|now|then|and))+$/gi,
      "",
    ),
  );
  if (quote === null) return change === "" ? null : lowerFirst(change);
  // "Apply this: @quote" is what the quotation says, and so is what follows a colon; "write @quote on it" says it itself.
  return /^@quote|\b(?:description|instruction|prompt|text|says?|following|this)\b.*@quote|@passage/i.test(change)
    ? quote
    : change.replace("@quote", `"${quote}"`);
}

/** The clause itself as a prompt, with its quotations in place and without its files. */
export function asPrompt({ text }: Pick<Clause, "text">, quotes: readonly string[]): string {
  const next = quotes.values();
  const words = plainly(text)
    .replaceAll(FILE_PHRASE, "")
    .replaceAll(/@(?:quote|passage)/g, (mask) => {
      const { value } = next.next();
      return value === undefined ? mask : `"${value}"`;
    });
  return tidy(words, MAX_PROMPT_CHARS);
}

/** What the clause wants done to a text, without the text itself: "Rephrase 'gimme that' more politely" → "Rephrase more politely". */
export const asInstruction = ({ text }: Clause): string =>
  tidy(plainly(text).replaceAll(/(?:\b(?:of|in|on|from|for|to|with|using) )?@\w+/gi, " "));

function tidy(words: string, most = MAX_WORDING_CHARS): string {
  const tidied = words
    .slice(0, most)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([,.;])/g, "$1")
    .replace(/^[\s,.:;-]+/, "");
  // From its end: a pattern would begin anew at each of many such signs.
  let end = tidied.length;
  while (end > 0 && /[\s,.:;-]/.test(tidied.charAt(end - 1))) end--;
  return tidied.slice(0, end);
}
