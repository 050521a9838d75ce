/** Plurals that no rule gives, of the nouns among the labels of COCO, Objects365 and ADE20K. */
const IRREGULAR: readonly (readonly [ending: RegExp, plural: string])[] = [
  [/person$/, "people"],
  [/(?<=\b|wo)man$/, "men"],
  [/child$/, "children"],
  [/mouse$/, "mice"],
  [/goose$/, "geese"],
  [/(?<=\bkni|\bli)fe$/, "ves"],
  [/(?<=shel|lea)f$/, "ves"],
  [/(?:sheep|fish|deer|skis|scissors|stairs|grass|glasses|broccoli)$/, "$&"],
];

/** The plural of an English noun in lower case, of several words too: "wine glass" → "wine glasses". */
export function plural(noun: string): string {
  for (const [ending, form] of IRREGULAR) if (ending.test(noun)) return noun.replace(ending, form);
  if (/(?:s|x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** The singular of a plural in lower case; any other noun as it is. */
export function singular(noun: string): string {
  const one = noun.replace(/ies$/, "y").replace(/(?<!s)s$/, "");
  return plural(one) === noun ? one : noun;
}

/** A label that is no noun may be anything. */
const MAX_LABEL_CHARS = 60;

/** "1 person", "2 people"; "2 × LABEL_1" of what is no English noun. */
export function counted(label: string, count: number): string {
  const name = label.replace(/\s+/g, " ").trim().slice(0, MAX_LABEL_CHARS);
  if (!/^[a-z]+(?:[ -][a-z]+)*$/.test(name)) return `${count} × ${name || "something"}`;
  return `${count} ${count === 1 ? name : plural(name)}`;
}

/** "a dog", "an apple"; by the letter, as no list of English nouns is worth its size for "an hour" and "a unicorn". */
export const withArticle = (noun: string): string => `${/^[aeio]|^u[^n]/.test(noun) ? "an" : "a"} ${noun}`;
