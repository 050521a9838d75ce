import { AFTER_RESULTS } from "../../domain/answer-form.ts";
import type { Resource } from "../../domain/resources.ts";
import { linkTo } from "../values.ts";
import { replaceAddresses } from "./addresses.ts";

/** What a model's words may point at. */
export interface Pointed {
  /** By the numbers in their tokens, from 1. */
  readonly files: readonly Resource[];
  /** Addresses in the request and in what tasks gave: to be read, and never to be followed. */
  readonly addresses: ReadonlySet<string>;
}

const LEFT_OUT = "(address left out)";

/** Characters that hide or turn round what stands beside them, and controls. */
const HIDDEN =
  /(?:[^\P{Cc}\n\t]|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}])/gu;
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

/** A line that poses as one of the sections that follow an answer. */
const HEADING = new RegExp(
  `^[ \\t>#*_~-]*(?:${Object.values(AFTER_RESULTS)
    .map((heading) => heading.replace(/:$/, ""))
    .join("|")})[ \\t*_~]*:?[*_~]*`,
  "gim",
);
/** Longer than any of those headings, with what may stand before it. */
export const HEADING_CHARS = 80;

/** Stand in for what is put among the words; they are among the hidden characters, which are gone by then. */
const LINK = "\u0000";
const ADDRESS = "\u0001";

/**
 * Words of a model as Markdown in which nothing acts but emphasis, lists and headings: tokens of files become links,
 * and every other link, picture, address, tag and entity is taken out or shown as it is written. Pure; whole words only.
 */
export function cleanWords(words: string, { files, addresses }: Pointed): string {
  const visible = words.replaceAll(LINE_END, "\n").replaceAll(HIDDEN, "").toWellFormed();
  const links: string[] = [];
  const unlinked = visible
    .replaceAll(HEADING, "")
    .replaceAll(POINTER, (whole: string, picture: unknown, label: unknown) => {
      const resource = files[Number(FILE.exec(whole)?.[1]) - 1];
      if (!resource) return picture === undefined && typeof label === "string" ? label : "";
      links.push(linkTo(resource));
      return LINK;
    });
  // After links and pictures are gone: what stood on both sides of one may be an address together.
  const shown: string[] = [];
  const addressless = replaceAddresses(unlinked, (address) => {
    shown.push(addresses.has(address) ? `\`${address}\`` : LEFT_OUT);
    return ADDRESS;
  });
  return escapeAll(addressless)
    .replaceAll(LINK, () => links.shift() ?? "")
    .replaceAll(ADDRESS, () => shown.shift() ?? "");
}

/** A blank behind a bracket keeps it from being a tag even where the escape is not known. */
const escapeAll = (text: string): string =>
  text
    .replaceAll(/[\\`[\]{}]/g, "\\$&")
    .replaceAll(/<(?=[a-z/!?])/gi, "\\< ")
    .replaceAll(/<(?! )/g, "\\<")
    .replaceAll(/&(?=#|\w{1,31};)/g, "\\&");
