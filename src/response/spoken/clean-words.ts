import type { Resource } from "../../domain/resources.ts";
import { visible } from "../../domain/visible.ts";
import { linkTo } from "../markdown.ts";
import { withoutForgedHeadings } from "./forged-headings.ts";

/** The files and addresses that a model's words may refer to. */
export interface Pointed {
  /** By the numbers in their tokens, from 1. */
  readonly files: readonly Resource[];
  /** Addresses in the request and in the results of tasks: shown as text, never as links. */
  readonly addresses: ReadonlySet<string>;
}

const LEFT_OUT = "(address left out)";

/** Pictures are never shown, and links lead only to files of the run. Bounded, so that many brackets cost no more than their length. */
const POINTER = new RegExp(
  [
    String.raw`(!\[[^\]\n]{0,200}\](?:\([^)\n]{0,500}\)|\[[^\]\n]{0,200}\])?)`,
    String.raw`\[([^\]\n]{0,200})\](?:\([^)\n]{0,500}\)|\[[^\]\n]{0,200}\])`,
    String.raw`\{file-\d{1,4}\}`,
  ].join("|"),
  "gi",
);
const FILE = /\{file-(\d{1,4})\}/i;
const FILE_TOKEN = new RegExp(FILE, "gi");

/** Placeholders for links and addresses; hidden characters, these among them, are removed before. */
const LINK_PLACEHOLDER = "\u0000";
const ADDRESS_PLACEHOLDER = "\u0001";

/** Blanks, and characters that join others: Markdown shows no more than one of them. */
const BLANKS = /(?:[\p{Zs}\t\u2800]|\p{Default_Ignorable_Code_Point}){2,}/gu;

/** Visible words with links reduced to their labels and runs of blanks to one. Still to be cleaned. */
export const compact = (words: string, { files }: Pick<Pointed, "files">): string =>
  replacePointers(words, files, (_, place) => `{file-${place}}`).replaceAll(BLANKS, " ");

/**
 * Words of a model as Markdown in which nothing acts but emphasis, lists and headings: tokens of files become links,
 * and every other link, picture, address, tag and entity is taken out or shown as it is written. Pure; whole words only.
 * @param isLineStart whether they begin a line
 */
export function cleanWords(words: string, { files, addresses }: Pointed, isLineStart = true): string {
  const links: string[] = [];
  const unlinked = replacePointers(visible(words), files, (resource) => {
    links.push(linkTo(resource));
    return LINK_PLACEHOLDER;
  });
  // After links and pictures are gone: what stood on both sides of one may be an address together, or a heading.
  const shown: string[] = [];
  const addressless = replaceAddresses(unlinked, (address) => {
    shown.push(isKnown(address, addresses) ? `\`${address}\`` : LEFT_OUT);
    return ADDRESS_PLACEHOLDER;
  });
  return escapeAll(withoutForgedHeadings(addressless, isLineStart))
    .replaceAll(LINK_PLACEHOLDER, () => links.shift() ?? "")
    .replaceAll(ADDRESS_PLACEHOLDER, () => shown.shift() ?? "");
}

/** Words with each file that is pointed at put otherwise; other links become their labels, and other pictures and tokens nothing. */
const replacePointers = (
  words: string,
  files: readonly Resource[],
  put: (file: Resource, place: number) => string,
): string =>
  words.replaceAll(POINTER, (whole: string, picture: unknown, label: unknown) => {
    const place = Number(FILE.exec(whole)?.[1]);
    const file = files[place - 1];
    if (file) return put(file, place);
    return picture === undefined && typeof label === "string" ? label : "";
  });

/** Tildes fence code as backticks do. A blank behind a bracket keeps it from being a tag even where the escape is not known. */
const escapeAll = (text: string): string =>
  text
    .replaceAll(/[\\`~[\]{}]/g, "\\$&")
    .replaceAll(/<(?=[a-z/!?])/gi, "\\< ")
    .replaceAll(/<(?! )/g, "\\<")
    .replaceAll(/&(?=#|\w{1,31};)/g, "\\&");

const NOTHING_LEFT =
  "The language model answered with nothing that can be shown. Please say in other words what is to be done.";

/**
 * A language model's reply to a person in place of a plan, as harmless Markdown.
 * @param request the request that it answers, whose addresses may be shown
 */
export function cleanReply(said: string, request: string): string {
  const cleaned = cleanWords(said, { files: [], addresses: new Set(addressesIn(request)) }).trim();
  return cleaned === "" ? NOTHING_LEFT : cleaned;
}

/**
 * Code that opens and closes at the beginnings of lines, or within one: nothing in it acts. A code span without pipes, as
 * those of tables part it, and without a backslash at its end, which some readers take for an escape.
 */
const CODE = /(^```[\w+#.-]{0,40} *\n(?:(?! {0,3}```)[^\n]*\n)*``` *$|(?<!`)`[^`|\n]{1,1000}(?<!\\)`(?!`))/gm;

/**
 * A language model's reply out of what a caller's program found. Both without addresses of its own.
 * @param sources what it was made of, whose addresses may be shown
 * @returns `text`: harmless Markdown, with its code as it is; `plain`: without any escapes, for programs
 */
export function cleanProgramReply(said: string, sources: string): { readonly text: string; readonly plain?: string } {
  const addresses = new Set(addressesIn(sources));
  const known = (words: string): string =>
    replaceAddresses(words, (address) => (isKnown(address, addresses) ? address : LEFT_OUT));
  const plain = known(visible(said)).trim();
  const cited = { files: [], addresses };
  const withCode = withoutForgedHeadings(visible(said), true)
    .split(CODE)
    .map((piece, place) => (place % 2 === 1 ? known(piece) : cleanWords(piece, cited, false)))
    .join("")
    .trim();
  // What stands between two pieces may be gone: where a heading of ours is left, nothing is taken for code.
  const isForged = withoutForgedHeadings(withCode, true) !== withCode;
  const text = (isForged ? cleanWords(said, cited).trim() : withCode) || NOTHING_LEFT;
  return plain === text ? { text } : { text, plain };
}

/** Endings of names that are addresses without anything around them. */
const ENDINGS = "com|net|org|edu|gov|io|dev|info|biz|xyz|ru|cn|tk";

/**
 * Whatever a reader's program may take for an address: with a scheme or two slashes, www., a mailbox, a host with a path,
 * a host with a usual ending. Bounded, so that finding them takes time linear in the text.
 */
const ADDRESS = new RegExp(
  [
    String.raw`\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s<>"\u0060\u0000\u0001]*`,
    String.raw`\b(?:javascript|vbscript|blob|mailto|tel|sms):[^\s<>"\u0060\u0000\u0001]+`,
    String.raw`\bdata:[\w+.-]{0,60}[/;,][^\s<>"\u0060\u0000\u0001]*`,
    String.raw`\/\/[\p{L}\d-]{1,63}\.[^\s<>"\u0060\u0000\u0001]+`,
    String.raw`\bwww\.[^\s<>"\u0060\u0000\u0001]+`,
    String.raw`[\w.+-]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24}`,
    String.raw`(?<![\p{L}\d-])(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24}(?::\d{1,5})?[/?#][^\s<>"\u0060\u0000\u0001]*[\p{L}\d]`,
    String.raw`(?<![\p{L}\d-])(?:[\p{L}\d-]{1,63}\.){1,8}(?:${ENDINGS})(?![\p{L}\d-])`,
  ].join("|"),
  "giu",
);

/** Punctuation after an address that is not part of it. */
const AFTER_ADDRESS = /[.,;:!?'’”)\]}*_~|\\]+$/u;

/** The addresses in a text, without trailing punctuation. */
export const addressesIn = (text: string): readonly string[] =>
  [...text.matchAll(ADDRESS)].map(([found]) => found.replace(AFTER_ADDRESS, "")).filter((found) => found !== "");

/** Replaces each address in a text. */
const replaceAddresses = (text: string, put: (address: string) => string): string =>
  text.replaceAll(ADDRESS, (found) => {
    const address = found.replace(AFTER_ADDRESS, "");
    return `${put(address)}${found.slice(address.length)}`;
  });

const BARE_HOST = /^(?!www\.)(?:[\p{L}\d-]+\.)+\p{L}+$/iu;

/** True for an address that may be shown. Many other things look like a bare host name, such as ASP.NET. */
const isKnown = (address: string, addresses: ReadonlySet<string>): boolean =>
  addresses.has(address) || BARE_HOST.test(address);

/** True for a text with an address that may not be shown. */
export const hasStrangeAddress = (text: string, addresses: ReadonlySet<string>): boolean =>
  addressesIn(text).some((address) => !isKnown(address, addresses));

/** A model's words without tokens of files, which become the files' ids. */
export const withFileIds = (words: string, files: readonly Resource[]): string =>
  words.replaceAll(FILE_TOKEN, (_, place: string) => files[Number(place) - 1]?.id ?? "");
