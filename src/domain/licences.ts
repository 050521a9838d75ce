import { isListed, licenceId } from "./licence-names.ts";

/**
 * Terms that all apply, each a choice among licences: ids in lower case, "other" for one that is on no list and has no
 * name, "unknown" where nothing is said.
 */
export type LicenceTerms = readonly (readonly string[])[];

const UNKNOWN = "unknown";
const OTHER = "other";
const NOTHING: LicenceTerms = [[UNKNOWN]];

const MAX_CHARS = 300;
/** Terms read of an expression, and of each of its choices; the Hub's lists have at most five. */
const MAX_TERMS = 16;
const MAX_DEPTH = 8;

/**
 * A licence as anybody writes it, as an SPDX expression of ids in lower case: "MIT, GPLv3" → "gpl-3.0 AND mit", "Apache 2
 * or MIT" → "apache-2.0 OR mit". A list says that each of its licences holds for a part. A name that no list has stays,
 * where it looks like one licence (`isKnownLicence` tells them apart); remarks such as "see the model card" are
 * "unknown". The answer to an answer is the same again.
 */
export const normaliseLicence = (text: string): string => writeLicence(licenceTerms(text));

/** Whether all licences of a normalised expression (`normaliseLicence`) are on a list, so that their terms are published. */
export const isKnownLicence = (licence: string): boolean => licenceTerms(licence).flat().every(isListed);

/** Whether the terms, or those of a part that applies as well, are unknown. */
export const saysNothing = (terms: LicenceTerms): boolean =>
  terms.some((term) => term.every((id) => id === UNKNOWN || id === OTHER));

/** Terms as an expression, in an order of their own. */
export function writeLicence(terms: LicenceTerms): string {
  const choices = unique(terms.map((term) => unique(term).join(" OR ")));
  const isChoiceAmongMore = (choice: string) => choices.length > 1 && choice.includes(" OR ");
  return choices.map((choice) => (isChoiceAmongMore(choice) ? `(${choice})` : choice)).join(" AND ") || UNKNOWN;
}

const unique = (all: readonly string[]): readonly string[] => [...new Set(all)].toSorted();

/** The terms of a licence as anybody writes it; what cannot be read says nothing. */
export function licenceTerms(text: string): LicenceTerms {
  if (text.length > MAX_CHARS || /:\/\/|\bwww\./i.test(text) || /^\W*n\W?a\W*$/i.test(text)) return NOTHING;
  const reader = createReader(tokensOf(text));
  const terms = reader.list(0);
  return terms !== null && reader.isAtEnd() && terms.length > 0 ? terms : NOTHING;
}

const OPERATORS: ReadonlySet<string> = new Set(["(", ")", "AND", "OR", ","]);

/** Names, which may hold blanks, and what stands between them. */
function tokensOf(text: string): readonly string[] {
  return text
    .replaceAll(/,\s*(?=v(?:ersion)?[\s.]*\d)/gi, " ")
    .replaceAll(/\bor[\s_]+(?:any[\s_]+)?(?:later|newer)(?:[\s_]+versions?)?\b/gi, "-or-later")
    .replaceAll(/[,;/&|]+|\+(?=[a-z])(?<!\+\+)|\s\+\s/gi, "\n,\n")
    .replaceAll(/[()]/g, "\n$&\n")
    .replaceAll(/(?<=\s|^)(and|or)(?=\s|$)/gi, (word) => `\n${word.toUpperCase()}\n`)
    .split("\n")
    .map((token) => token.trim())
    .filter((token) => token !== "");
}

/** SPDX's grammar, with lists around it: a comma parts more than OR, and OR more than AND. Null where it is broken. */
function createReader(tokens: readonly string[]) {
  let at = 0;
  const skips = (token: string): boolean => {
    if (tokens[at] !== token) return false;
    at += 1;
    return true;
  };
  function list(depth: number): LicenceTerms | null {
    let all = choice(depth);
    while (all !== null && skips(",")) {
      // "MIT, and GPL": the comma says it all.
      skips("AND");
      all = both(all, choice(depth));
    }
    return all;
  }
  function choice(depth: number): LicenceTerms | null {
    let all = conjunction(depth);
    while (all !== null && skips("OR")) all = either(all, conjunction(depth));
    return all;
  }
  function conjunction(depth: number): LicenceTerms | null {
    let all = atom(depth);
    while (all !== null && skips("AND")) all = both(all, atom(depth));
    return all;
  }
  function atom(depth: number): LicenceTerms | null {
    if (skips("(")) {
      const inner = depth < MAX_DEPTH ? list(depth + 1) : null;
      return skips(")") ? inner : null;
    }
    const token = tokens[at];
    if (token === undefined || OPERATORS.has(token)) return null;
    at += 1;
    return [[token.toLowerCase() === OTHER ? OTHER : (licenceId(token) ?? UNKNOWN)]];
  }
  return { list, isAtEnd: () => at === tokens.length };
}

const both = (a: LicenceTerms, b: LicenceTerms | null): LicenceTerms | null =>
  b !== null && a.length + b.length <= MAX_TERMS ? [...a, ...b] : null;

/** (a AND b) OR c is (a OR c) AND (b OR c). */
function either(a: LicenceTerms, b: LicenceTerms | null): LicenceTerms | null {
  if (b === null || a.length * b.length > MAX_TERMS) return null;
  const terms = a.flatMap((one) => b.map((other) => [...new Set([...one, ...other])]));
  return terms.every((term) => term.length <= MAX_TERMS) ? terms : null;
}
