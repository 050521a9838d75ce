import { lowerAscii, readAddress, readFile } from "../read/file-names.ts";
import { findPassages, type Passage } from "../read/passages.ts";
import { QuotationReader } from "../read/quotations.ts";

/** So many characters of the request's own words are taken; more than any tagger reads. */
const MAX_READ_CHARS = 8_000;
/** Stands for what is not read: a quotation, a passage, a file, an address, code. */
export const MATERIAL = "¤";

/** The request's own words, made plain: lower case, single spaces, straight marks; material is one `MATERIAL` each. */
export interface Words {
  readonly text: string;
  /** The same in the letters of the request. */
  readonly asWritten: string;
  /** By position in `text`: the position in the request. */
  readonly places: readonly number[];
}

const INVISIBLE = /[\p{Cc}\p{Cf}]/u;
const PLAIN: Readonly<Record<string, string>> = {
  "’": "'",
  "‘": "'",
  "`": "'",
  "–": "-",
  "—": "-",
  "‑": "-",
  "\u00a0": " ",
  "≤": "<",
  "≥": ">",
};

/**
 * Takes the request's own words out of it: also the last paragraphs of a passage that `isRestriction` is true of. Linear
 * in the text.
 */
export function ownWordsOf(request: string, isRestriction: (paragraph: string) => boolean): Words {
  const passages = findPassages(request, undefined, true)
    .filter((passage) => !isAnnounced(request, passage))
    .map((passage) => withoutAddition(request, passage, isRestriction));
  const quotations = new QuotationReader(request, []);
  const places: number[] = [];
  let written = "";
  let last = "";
  const write = (char: string, at: number): void => {
    written += char;
    last = char;
    places.push(at);
  };
  let passage = 0;
  let plainUntil = 0;
  for (let at = 0; at < request.length && places.length < MAX_READ_CHARS; ) {
    const block = passages[passage];
    if (block && at >= block.start) {
      write(MATERIAL, at);
      at = block.end;
      passage++;
      continue;
    }
    const found = materialAt(request, at, block, quotations, plainUntil);
    if (found?.part) {
      write(MATERIAL, at);
      at = found.end;
      continue;
    }
    if (found) plainUntil = found.end;
    const char = request[at] ?? "";
    if (/\s/.test(char)) {
      if (char === "\n" ? last !== "\n" : last !== " " && last !== "\n") write(char === "\n" ? "\n" : " ", at);
    } else if (!INVISIBLE.test(char)) write(PLAIN[char] ?? char, at);
    at++;
  }
  return { text: lowerAscii(written), asWritten: written, places };
}

/** "LLM calls: at most 5" is short, and no text to work on. */
function isAnnounced(request: string, { start, end }: Passage): boolean {
  const head = request.slice(Math.max(0, start - MAX_HEAD_CHARS), start);
  return end - start <= MAX_RESTRICTION_CHARS && ANNOUNCES_RESTRICTION.test(head);
}
const MAX_RESTRICTION_CHARS = 80;
const MAX_HEAD_CHARS = 60;
const ANNOUNCES_RESTRICTION =
  /(?:^|[\s,(])(?:llm calls?|tasks limit|budget|limit|time(?: limit)?|deadline|costs?|licen[sc]es?(?: (?:white|black|allow|deny)-?list)?|models?|(?:model )?language|providers?|model size|size|parameters|cheap(?:ly)?|constraints?|restrictions?|requirements?|conditions?|(?<!\b(?:from|in|about|on|to|with|reads?|says?|of|for) )[\w-]{1,40}\.[a-z\d]{2,4})\s*:\s*$/i;

function materialAt(
  request: string,
  at: number,
  block: Passage | undefined,
  quotations: QuotationReader,
  plainUntil: number,
) {
  const limit = block?.start ?? request.length;
  return (
    readAddress(request, at, limit, new Map()) ?? quotations.read(at, limit) ?? readFile(request, at, limit, plainUntil)
  );
}

/** Paragraphs that a requester adds to a text are few and short. */
const MAX_ADDED = 3;
const MAX_ADDED_CHARS = 280;

const BLANK_LINE = /\n[^\S\n]*\n/g;
/** What stands in a line of its own behind a text that began in the line of the request is not of its lines. */
const LINE_END = /\n/g;

/**
 * A passage at the end of a request without its last paragraphs that `isRestriction` is true of: "Summarize this: … Only use
 * models under MIT." Whatever else stands in a passage, its first paragraph among it, is material.
 */
function withoutAddition(request: string, passage: Passage, isRestriction: (paragraph: string) => boolean): Passage {
  if (request.slice(passage.end).trim() !== "") return passage;
  let { end } = passage;
  const lead = request.slice(Math.max(0, passage.start - MAX_HEAD_CHARS), passage.start);
  const border = /\n\s*$/.test(lead) ? BLANK_LINE : LINE_END;
  for (let added = 0; added < MAX_ADDED; added++) {
    const from = Math.max(passage.start, end - MAX_ADDED_CHARS);
    const gap = [...request.slice(from, end).matchAll(border)].at(-1);
    if (!gap || !isRestriction(request.slice(from + gap.index + gap[0].length, end))) break;
    end = from + gap.index;
    while (/\s/.test(request[end - 1] ?? "")) end--;
  }
  return { ...passage, end };
}
