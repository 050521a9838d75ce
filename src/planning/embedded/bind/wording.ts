import type { Clause } from "../read/clauses.ts";
import { plainly } from "../read/clauses.ts";
import type { Mention } from "../read/mentions.ts";
import { lowerFirst } from "../reply/ask.ts";

/** Longer descriptions and instructions are cut; image and video models read far less. */
const MAX_WORDING_CHARS = 1_000;

const MAKING =
  "generate|create|make|draw|paint|produce|render|design|build|give|show|get|imagine|sketch|illustrate|want|need|visuali[sz]e|depict|film|shoot|like|see";
const PICTURE =
  "images?|pictures?|photos?|photographs?|pics?|paintings?|drawings?|illustrations?|posters?|logos?|artworks?|sketch(?:es)?|wallpapers?|pictorial(?: \\w+)?|cartoons?|videos?|clips?|movies?|films?|animations?|footage";
const DESCRIBED = "of|showing|with|depicting|where|in which|that shows|featuring|about|based on|from|for";
const MAKES = new RegExp(`\\b(?:${MAKING})(?: me| us)? (.*)$`, "is");
const PICTURE_OF = new RegExp(
  `^((?:an?|some|another|one)? ?)((?:(?!(?:of|in|on|from|the)\\b)[\\w'-]+,? ){0,5}?)(${PICTURE})(?:,? (${DESCRIBED}))?(?:$| (.*)$)`,
  "is",
);
/** Adjectives that say nothing of what the picture shows. */
const IDLE = /^(?:(?:new|short|nice|single|quick|little|beautiful|good) ?)*$/i;
/** A description by pronoun is a reference, not a description. */
const POINTING = /^(?:what |whatever )?(?:it|this|that|them|these|one|you)\b(?: \w+)?$/i;

/** "the translated text", "that summary": a text that is at hand, not what a picture shows. */
const NAMES_TEXT =
  /^(?:the|this|that|these|those|its|their) (?:[\w-]+ ){0,3}?(?:texts?|summary|answers?|story|poem|script|message|response|results?|content|category|class|labels?|descriptions?|captions?|transcript(?:ion)?|translation|passage|paragraph|article|sentences?|output|classification|information|concept)$/i;

/** Where a description ends and the talk of maps, poses and files begins: the last of these before the first such word. */
const JOINTS =
  /,? (?:and|using|with|based on|that follows?|following|follows|from|by|in|as|guided by|conditioned on|matching|keeping|for|of|like|having|whose|given|after)\b/gi;

/** What a picture or video is to show, as the clause describes it; `null` when it doesn't. `quote` replaces `@quote` within. */
export function description(clause: Clause, quote: string | null): string | null {
  const made = MAKES.exec(clause.text)?.[1];
  if (made === undefined) return null;
  const match = PICTURE_OF.exec(made);
  const [, article = "", adjectives = "", noun = "", preposition, rest] = match ?? [];
  const shown = match ? (preposition === undefined ? "" : (rest ?? "")) : made;
  const cut = beforeSources(shown);
  if (cut === "" || POINTING.test(cut) || NAMES_TEXT.test(cut))
    return match && preposition === undefined && !IDLE.test(adjectives) ? tidy(`${article}${adjectives}${noun}`) : null;
  const whole =
    IDLE.test(adjectives) && !cut.includes("@quote")
      ? cut
      : `${article}${adjectives}${noun} ${preposition ?? "of"} ${cut}`;
  return tidy(quote === null ? whole : whole.replace("@quote", `"${quote}"`));
}

function beforeSources(shown: string): string {
  const words = shown.trim();
  const mapWords =
    /@(?!quote|passage)\w+|\b(?:canny|edges?|outlines?|hed|m-?lsd|straight lines|normal map|surface normals|pose|posture|skeleton|depth|scribble|segmentation|the (?:above|same|given|previous|following) )/i.exec(
      words,
    );
  if (!mapWords) return words;
  const before = words.slice(0, mapWords.index);
  const joint = [...before.matchAll(JOINTS)].at(-1);
  return (joint ? before.slice(0, joint.index) : "").trim();
}

const FILE_PHRASE =
  /,? ?(?:\b(?:in|on|of|from|for|to|with|using)(?: (?:the|this|that|my|our|attached|given|following|provided|input)){0,3}(?: (?:image|picture|photo|photograph|pic|file))? )?@(?!quote|passage)\w+/gi;
const PLACE = /\b(?:(?:all|both|each|every one) of|all|in|on|of|from|for|to|with) $/i;

/** What is to be done to an image, in the words of the clause without the image itself: "blur the above image" → "blur". */
export function instruction(clause: Clause, mentions: readonly Mention[], quote: string | null): string | null {
  let words = clause.text;
  // From the end, so that earlier positions stay true.
  for (const mention of mentions.toReversed()) {
    const isLoose =
      mention.kind === null && !mention.pronoun && /^(?:ones?|file|files|items?)$/.test(mention.words.at(-1) ?? "");
    if (
      mention.kind !== "image" &&
      !isLoose &&
      !(mention.pronoun && words.slice(mention.at).match(/^(?:it|them|this|that|these|those)\b/i))
    )
      continue;
    words = `${words.slice(0, mention.at).replace(PLACE, "")} ${words.slice(mention.end)}`;
  }
  const bare = tidy(
    plainly(words.replaceAll(FILE_PHRASE, " ").replaceAll(/\s+/g, " ").trim()).replace(
      /(?:,? (?:too|as well|also|again|please|for me|now|then))+$/i,
      "",
    ),
  );
  if (quote !== null)
    return /^(?:@quote|.*\b(?:description|instruction|prompt|text|says?|following|this)\b.*@quote)/i.test(bare)
      ? quote
      : bare.replace("@quote", `"${quote}"`);
  return bare === "" ? null : lowerFirst(bare);
}

/** A prompt may quote a letter or an article; a longer one belongs in a file. */
const MAX_PROMPT_CHARS = 20_000;

/** The clause itself as a prompt, with its quotations in place and without its files. */
export const asPrompt = (clause: Clause, quotes: readonly string[]): string => {
  let next = 0;
  return tidy(
    plainly(clause.text)
      .replaceAll(FILE_PHRASE, "")
      .replaceAll(/@(?:quote|passage)/g, (mask) => (quotes[next] === undefined ? mask : `"${quotes[next++]}"`)),
    MAX_PROMPT_CHARS,
  );
};

const MASK_PHRASE = /(?:\b(?:of|in|on|from|for|to|with|using) )?@\w+/gi;

/** What the clause wants done to a text, without the text itself: "Rephrase 'gimme that' more politely" → "Rephrase more politely". */
export const asInstruction = (clause: Clause): string => tidy(plainly(clause.text).replaceAll(MASK_PHRASE, " "));

const tidy = (words: string, most = MAX_WORDING_CHARS): string =>
  words
    .slice(0, most)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([,.;])/g, "$1")
    .replace(/^[\s,.:;-]+|[\s,.:;-]+$/g, "");
