/** A language as people name it, with its BCP 47 code. */
export interface Language {
  readonly name: string;
  readonly code: string;
}

/** "English en eng" per line would be data in a file of its own; as one list it stays readable and loads with the rest. */
const NAMES =
  "en English, de German, fr French, es Spanish, it Italian, pt Portuguese, nl Dutch, sv Swedish, da Danish, no Norwegian, fi Finnish, is Icelandic, pl Polish, cs Czech, sk Slovak, sl Slovenian, hr Croatian, sr Serbian, bs Bosnian, mk Macedonian, bg Bulgarian, ro Romanian, hu Hungarian, el Greek, ru Russian, uk Ukrainian, be Belarusian, lt Lithuanian, lv Latvian, et Estonian, tr Turkish, az Azerbaijani, kk Kazakh, uz Uzbek, ka Georgian, hy Armenian, he Hebrew, ar Arabic, fa Persian, ur Urdu, hi Hindi, bn Bengali, pa Punjabi, gu Gujarati, mr Marathi, ta Tamil, te Telugu, kn Kannada, ml Malayalam, si Sinhala, ne Nepali, th Thai, lo Lao, km Khmer, my Burmese, vi Vietnamese, id Indonesian, ms Malay, tl Tagalog, zh Chinese, ja Japanese, ko Korean, mn Mongolian, sw Swahili, am Amharic, yo Yoruba, ha Hausa, zu Zulu, xh Xhosa, af Afrikaans, ga Irish, cy Welsh, gd Gaelic, eu Basque, ca Catalan, gl Galician, la Latin, eo Esperanto, sq Albanian, mt Maltese, yi Yiddish, so Somali, rw Kinyarwanda, ig Igbo, sn Shona, st Sesotho, om Oromo, ti Tigrinya, lb Luxembourgish, rm Romansh, fy Frisian, br Breton, oc Occitan, fo Faroese, ku Kurdish, ps Pashto, ky Kyrgyz, tg Tajik, tk Turkmen, tt Tatar, bo Tibetan, sa Sanskrit, sd Sindhi, or Odia, as Assamese, jv Javanese, su Sundanese, ceb Cebuano, mg Malagasy, mi Maori, sm Samoan, haw Hawaiian, ht Creole, qu Quechua, gn Guarani";
const OTHER_NAMES: Readonly<Record<string, string>> = {
  mandarin: "zh",
  cantonese: "zh",
  farsi: "fa",
  filipino: "tl",
  castilian: "es",
  flemish: "nl",
  brazilian: "pt",
  dari: "fa",
  isizulu: "zu",
  isixhosa: "xh",
  kiswahili: "sw",
  moldovan: "ro",
  valencian: "ca",
};

let byWord: ReadonlyMap<string, Language> | undefined;

function languagesByWord(): ReadonlyMap<string, Language> {
  if (byWord) return byWord;
  const all = NAMES.split(", ").map(
    (entry): Language => ({ code: entry.slice(0, entry.indexOf(" ")), name: entry.slice(entry.indexOf(" ") + 1) }),
  );
  const words = new Map(all.map((language) => [language.name.toLowerCase(), language]));
  for (const [word, code] of Object.entries(OTHER_NAMES)) {
    const language = all.find((candidate) => candidate.code === code);
    if (language) words.set(word, language);
  }
  byWord = words;
  return words;
}

/** The language that a word names: "Spanish", "mandarin". Codes are not read here: "it" and "no" are words. */
export const languageOfWord = (word: string): Language | undefined => languagesByWord().get(word.toLowerCase());

/** The language that a word of a file name tells: "english", "de". */
export const languageOfNamePart = (part: string): Language | undefined =>
  languageOfWord(part) ??
  (SMALL_WORDS.has(part.toLowerCase())
    ? undefined
    : [...languagesByWord().values()].find((language) => language.code === part.toLowerCase()));

/** Codes that are words of file names too. */
const SMALL_WORDS: ReadonlySet<string> = new Set(["so", "or", "as"]);

/** Short words that are frequent in one language and rare in the others of the list. */
const TELLING_WORDS: Readonly<Record<string, string>> = {
  English: "the and is was of to that it with for this not are have you my they were i we but a in",
  German: "der die das und ist nicht ein eine ich sie mit für auf den dem war es auch wir zu im",
  French: "le la les et est un une des je vous nous dans pour pas que ce au avec il elle était",
  Spanish: "el la los las y es un una que de en por para con no muy pero está mi fue del",
  Italian: "il lo la gli e è un una che di per con non ma sono molto questo della nel anche",
  Portuguese: "o a os as e é um uma que de em para com não mas muito está meu foi do da",
  Dutch: "de het een en is niet van ik dat met voor op zijn maar was ook aan naar wij te",
};

let telling: ReadonlyMap<string, readonly string[]> | undefined;
/** Enough to tell; a longer text is judged by its beginning. */
const JUDGED_CHARS = 600;
/** The winner must lead by this many words, or nothing is said. */
const MIN_LEAD = 1;

/** The language of a text by its short words, or `null` when that doesn't tell; knows seven languages. */
export function guessLanguage(text: string): string | null {
  telling ??= new Map(Object.entries(TELLING_WORDS).map(([name, words]) => [name, words.split(" ")]));
  const words = text
    .slice(0, JUDGED_CHARS)
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const scores = [...telling].map(([name, frequent]) => ({
    name,
    score: words.filter((word) => frequent.includes(word)).length,
  }));
  const [best, next] = scores.toSorted((a, b) => b.score - a.score);
  return best && next && best.score >= next.score + MIN_LEAD ? best.name : null;
}
