import { BASE_KINDS, type BaseKind } from "../../../domain/kinds.ts";

/** Everyday words for what a kind of resource is called. */
const NOUNS: Readonly<Partial<Record<BaseKind, readonly string[]>>> = {
  image: [
    "image",
    "picture",
    "photo",
    "photograph",
    "pic",
    "snapshot",
    "screenshot",
    "img",
    "jpg",
    "jpeg",
    "png",
    "selfie",
    "portrait",
    "snap",
  ],
  audio: ["audio", "recording", "sound", "podcast", "voicemail", "wav", "mp3", "voiceover", "song", "track"],
  video: ["video", "clip", "movie", "film", "footage", "mp4"],
  document: ["document", "pdf", "doc"],
  table: ["table", "spreadsheet", "csv", "sheet"],
  text: [
    "text",
    "passage",
    "paragraph",
    "article",
    "essay",
    "story",
    "review",
    "message",
    "email",
    "mail",
    "tweet",
    "comment",
    "sentence",
    "poem",
    "note",
    "string",
    "word",
    "phrase",
    "snippet",
    "txt",
  ],
};

/** What is scanned or photographed to be read: the image of one is a document, not a scene. */
const PAPERS =
  "document invoice receipt bill letter mail email contract statement certificate agreement report passport licence license newspaper leaflet flyer brochure prescription payslip cheque memo resume cv manual doc fax notice envelope menu ticket whiteboard".split(
    " ",
  );
/** These are verbs or things too: as the name of a file they tell a paper, amid other words they don't. */
const DOUBTFUL_PAPERS = "form scan page sign label card check order quote book slide note".split(" ");

/** A file of one of these may be of several kinds; which, the files at hand decide. */
const LOOSE_NOUNS = "file attachment upload resource one item content contents thing version".split(" ");

const kindByNoun = new Map<string, BaseKind>();

const singular = (noun: string): string =>
  noun.endsWith("ies")
    ? `${noun.slice(0, -3)}y`
    : noun.length > 3 && noun.endsWith("s") && !noun.endsWith("ss")
      ? noun.slice(0, -1)
      : noun;

/** The kind that a noun, singular or plural, names; `undefined` for any other word. */
export function kindOfNoun(word: string): BaseKind | undefined {
  if (kindByNoun.size === 0) {
    for (const kind of BASE_KINDS) for (const noun of NOUNS[kind] ?? []) kindByNoun.set(noun, kind);
  }
  const lower = word.toLowerCase();
  return kindByNoun.get(lower) ?? kindByNoun.get(singular(lower));
}

const isIn = (words: readonly string[]): ((word: string) => boolean) => {
  const set = new Set(words);
  return (word) => set.has(word.toLowerCase()) || set.has(singular(word.toLowerCase()));
};

export const isPaper = isIn([...PAPERS, ...DOUBTFUL_PAPERS]);
export const isLooseNoun = isIn(LOOSE_NOUNS);

/** Whether a word can stand for something to work on: "photo", "invoice", "file". */
export const namesThing = (word: string): boolean =>
  kindOfNoun(word) !== undefined || isLooseNoun(word) || isPaper(word);

/** True when a file's name says that it is something to be read: "invoice.png", "scan_2.jpg". */
export const isPaperName = (name: string | null): boolean =>
  (name ?? "")
    .toLowerCase()
    .replace(/\.\w{1,5}$/, "")
    .split(/[^a-z]+/)
    .some((word) => word.length > 1 && isPaper(word));
