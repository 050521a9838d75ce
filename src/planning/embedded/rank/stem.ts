/** Of those that fit, the first is taken: it must leave so many letters before it. */
const ENDINGS: readonly (readonly [ending: string, instead: string, leastBefore: number])[] = [
  ["isations", "ize", 3],
  ["izations", "ize", 3],
  ["isation", "ize", 3],
  ["ization", "ize", 3],
  ["ifications", "ify", 3],
  ["ification", "ify", 3],
  ["ations", "ate", 3],
  ["ation", "ate", 3],
  ["ising", "ize", 3],
  ["ised", "ize", 3],
  ["ises", "ize", 4],
  ["ise", "ize", 4],
  ["ifying", "ify", 3],
  ["ified", "ify", 3],
  ["ifies", "ify", 3],
  ["ions", "", 4],
  ["ion", "", 4],
  ["ies", "y", 3],
  ["ing", "", 4],
  ["ed", "", 3],
  ["es", "", 4],
  ["s", "", 3],
  ["ly", "", 4],
];

/** A light English stemmer: forms of one verb or noun mostly meet, and what it gives is still readable. */
export function stem(word: string): string {
  for (const [ending, instead, least] of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < least || word.endsWith("ss")) continue;
    return trim(word.slice(0, -ending.length) + instead);
  }
  return trim(word);
}

/** What endings leave behind: "create" and "creat", "crop" and "cropp" are one. */
const trim = (word: string): string => {
  const bare = word.length > 4 && word.endsWith("e") ? word.slice(0, -1) : word;
  return /([bdgmnprt])\1$/.test(bare) && bare.length > 4 ? bare.slice(0, -1) : bare;
};
