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
