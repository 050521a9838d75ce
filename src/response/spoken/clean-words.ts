import type { Resource } from "../../domain/resources.ts";
import { linkTo } from "../values.ts";
import { isBareHost, replaceAddresses } from "./addresses.ts";
import { withoutForgedHeadings } from "./forged-headings.ts";

/** What a model's words may point at. */
export interface Pointed {
  /** By the numbers in their tokens, from 1. */
  readonly files: readonly Resource[];
  /** Addresses in the request and in what tasks gave: to be read, and never to be followed. */
  readonly addresses: ReadonlySet<string>;
}

const LEFT_OUT = "(address left out)";

/** Characters that nobody sees, or that turn round what stands beside them, and controls; but those that join letters or emoji. */
const HIDDEN = /[^\P{Cc}\n\t]|(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;

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

/** Stand in for what is put among the words; they are among the hidden characters, which are gone by then. */
const LINK = "\u0000";
const ADDRESS = "\u0001";

/** Blanks, and characters that join others: Markdown shows no more than one of them. */
const BLANKS = /(?:[\p{Zs}\t\u2800]|\p{Default_Ignorable_Code_Point}){2,}/gu;

/** What is seen of a model's words, whatever they hide. */
export const visible = (words: string): string =>
  words.replaceAll(LINE_END, "\n").replaceAll(HIDDEN, "").toWellFormed();

/** Visible words in which links have become their labels, and what would vanish is gone. To be cleaned still. */
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
    return LINK;
  });
  // After links and pictures are gone: what stood on both sides of one may be an address together, or a heading.
  const shown: string[] = [];
  const addressless = replaceAddresses(unlinked, (address) => {
    shown.push(addresses.has(address) || isBareHost(address) ? `\`${address}\`` : LEFT_OUT);
    return ADDRESS;
  });
  return escapeAll(withoutForgedHeadings(addressless, isLineStart))
    .replaceAll(LINK, () => links.shift() ?? "")
    .replaceAll(ADDRESS, () => shown.shift() ?? "");
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
