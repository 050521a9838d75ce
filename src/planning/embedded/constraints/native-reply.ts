import type { Finding } from "./said.ts";

/**
 * "Auf Deutsch", "en français": how speakers name languages in their own, after the word that leads to them; each with
 * its BCP 47 code. Read with or without accents.
 */
const SPOKEN: Readonly<Record<string, string>> = {
  auf: "de deutsch, en englisch, fr französisch, es spanisch, it italienisch, pt portugiesisch, nl niederländisch, pl polnisch, tr türkisch, ru russisch",
  en: "fr français, en anglais, de allemand, es espagnol, it italien, pt portugais, nl néerlandais, ar arabe, es español, es castellano, en inglés, fr francés, de alemán, it italiano, pt portugués",
  in: "it italiano, en inglese, de tedesco, fr francese, es spagnolo, pt portoghese, de deutsch, en englisch, ro română, en engleză",
  "in het": "nl nederlands, en engels, de duits, fr frans, es spaans",
  em: "pt português, en inglês, es espanhol, fr francês, de alemão, it italiano",
  på: "sv svenska, en engelska, de tyska, fr franska, no norsk, da dansk, en engelsk, de tysk",
  po: "pl polsku, en angielsku, de niemiecku, cs česku",
  în: "ro română, en engleză",
  по: "ru русски, en английски, de немецки",
  на: "ru русском, en английском, de немецком",
  "": "fi suomeksi, en englanniksi, hu magyarul, en angolul, tr türkçe, en ingilizce, cs česky, en anglicky, uk українською, el ελληνικά, ar بالعربية, he בעברית",
};
/** The same in writing that puts no spaces between words, with what asks for a reply. */
const UNSPACED =
  "(?<unspaced>日本語|英語|中文|汉语|漢語|英文|한국어|영어|हिंदी|हिन्दी)(?:で|로| में)?(?:お?(?:答|回答|願|教|返)|来?(?:回答|回复|回覆|作答|答)| ?(?:대답|답|알려|말해|부탁)| (?:जवाब|उत्तर|बता))";
const UNSPACED_CODES: Readonly<Record<string, string>> = {
  日本語: "ja",
  英語: "en",
  中文: "zh",
  汉语: "zh",
  漢語: "zh",
  英文: "en",
  한국어: "ko",
  영어: "en",
  हिंदी: "hi",
  हिन्दी: "hi",
};

/** What a verb or noun of replying begins with. */
const REPLY =
  "(?:antwort|beantwort|répon|repon|respond|respuest|respost|contest|rispond|rispost|antwoord|svar|odpow|odpov|ответ|отвеч|відпов|cevap|yanıt|vasta|válasz|valasz|răspun|raspun|απάντ|απαντ|أجب|اجب|ענה|answer|reply)\\p{L}*";
const PLEASE =
  "(?:bitte|s'il (?:te|vous) pla[iî]t|svp|stp|por favor|per favore|per piacere|alsjeblieft|alstublieft|graag|tack|takk|tak|prosz[eę]|pros[ií]m|пожалуйста|будь ласка|l[uü]tfen|kiitos|kérem|te rog|παρακαλώ|please)";
/** Where a translation is asked for, its target may stand in these words. */
const TRANSLATION =
  /translat|[uü]bersetz|tradu[ciz]|vertaa?l|[oö]vers[aäæ]t|przet[lł]umacz|přelož|перев[её]д|перевод|переклад|çevir|ford[ií]t|k[aä]änn|翻[译訳譯]|번역/iu;
/** Somebody in a text says it. */
const TOLD = /\b(?:shouts?|says?|said|cries|yells?|whispers?|asks?|tells?|phrase|sentence|words?|lines?)\b[^.!?]*$/;

/** "What does … mean?" */
const ASKED = /(?:^|[.!?\n] ?)(?:what|how|why|who|does|is|are)\b[^.!?,;:\n]{0,200}$/i;

const bare = (words: string): string => words.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** By the phrase without accents: its code. */
const codesByPhrase = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(SPOKEN).flatMap(([lead, names]) =>
      names.split(", ").map((entry) => {
        const [code = "", name = ""] = entry.split(" ");
        return [bare(`${lead} ${name}`.trim()), code] as const;
      }),
    ),
  );

function phrasesOf(lead: string, names: string): string {
  const spellings = names.split(", ").flatMap((entry) => {
    const name = entry.slice(entry.indexOf(" ") + 1);
    return [name, bare(name)];
  });
  const led = lead === "" ? "" : `(?:${lead}|${bare(lead)})[ -]`;
  return `${led}(?:${[...new Set(spellings)].join("|")})`;
}

let patterns: readonly RegExp[] | undefined;
let codes: ReadonlyMap<string, string> | undefined;

/** Reads a language asked for in any of these: "Réponds en français", "auf Deutsch bitte". */
export function nativeRepliesIn(text: string): readonly Finding[] {
  if (!NATIVE.test(text)) return [];
  patterns ??= patternsOfReplies();
  codes ??= codesByPhrase();
  const known = codes;
  return patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern)).flatMap(({ 0: found, index, groups = {} }) => {
      const code =
        UNSPACED_CODES[groups.unspaced ?? ""] ??
        known.get(bare(groups.phrase ?? groups.first ?? groups.last ?? "").replace("-", " "));
      const end = index + found.length;
      const isSpoken =
        groups.unspaced === undefined && groups.reply === undefined && /^\s*:/.test(text.slice(end, end + 4));
      return code === undefined ||
        TRANSLATION.test(text) ||
        TOLD.test(text.slice(Math.max(0, index - 300), index)) ||
        ASKED.test(text.slice(Math.max(0, index - 300), index)) ||
        isSpoken
        ? []
        : [{ constraints: { language: code }, start: index, end, about: { start: index, end } }];
    }),
  );
}

function patternsOfReplies(): readonly RegExp[] {
  const phrase = `(?:${Object.entries(SPOKEN)
    .map(([lead, names]) => phrasesOf(lead, names))
    .join("|")})`;
  const between = (source: string): string => `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`;
  return [
    ...[
      `(?<reply>${REPLY})(?:,? \\p{L}{1,14}){0,3}?,? (?<phrase>${phrase})(?:,? ${PLEASE})?`,
      `(?<phrase>${phrase})(?:,? ${PLEASE})?,? (?<reply>${REPLY})(?: \\p{L}{2,4}(?!\\p{L}))?`,
      `(?<=(?:^|[.,;:!?\\n-]) ?)(?:(?<first>${phrase}),? ${PLEASE}|${PLEASE},? (?<last>${phrase}))`,
      `(?<=(?:^|[.!?\\n]) ?)(?<phrase>${phrase})(?=\\s*(?:$|[.!?\\n]))`,
    ].map(between),
    `[请請]?[用以]?${UNSPACED}\\p{L}{0,8}`,
  ].map((source) => new RegExp(source, "giu"));
}

const NATIVE =
  /deuts|engl[iea]|fran|spa|italien|italian|portu|niederl|poln|türk|turk|russ|angl|allem|espa|n[eé]erl|arabe|castel|ingl|alem|tedes|rom[aâ]n|neder|duits|svensk|tysk|norsk|dansk|polsk|angiel|niem|česk|cesk|suomeksi|magyarul|angolul|ingiliz|[^\0-ɏ]/i;
