/**
 * The commonest small words and greetings of languages in Latin script, after BCP 47 code: what tells short
 * texts apart, for which n-grams are too few. A word of several languages stands with each.
 */
const WORDS: Readonly<Record<string, string>> = {
  en: "the and is are was you to of in for with this that have not good morning hello thanks thank please my your what where how it be due total",
  de: "der die das und ist nicht ein eine ich du wir sie mit für auf guten tag morgen hallo danke bitte wie wo zu von den dem im",
  fr: "le la les et est un une je tu nous vous pas pour avec dans bonjour merci beaucoup salut oui où comment des du au que qui",
  es: "el la los las y es un una yo no por para con en buenos días gracias hola cómo dónde está qué muy del al que",
  it: "il lo la gli e è un una io non per con in buongiorno grazie ciao come dove che di del della sono molto",
  pt: "o a os as e é um uma eu não por para com em bom dia obrigado obrigada olá como onde está que muito do da",
  nl: "de het een en is niet ik jij wij met voor op goedemorgen goedendag hallo dank bedankt alstublieft hoe waar van te dat",
  sv: "och är inte en ett jag du vi med för på god morgon hej tack hur var att det som av",
  da: "og er ikke en et jeg du vi med for på god morgen hej tak hvordan hvor at det som af til",
  no: "og er ikke en et jeg du vi med for på god morgen hei takk hvordan hvor å det som av til",
  fi: "ja on ei minä sinä me kanssa hyvää huomenta moi kiitos missä miten se että mutta",
  pl: "i jest nie ja ty my z dla na dzień dobry cześć dziękuję proszę jak gdzie to że w do",
  cs: "a je není já ty my s pro na dobrý den ahoj děkuji prosím jak kde to že v do",
  hu: "és nem én te mi a az egy jó reggelt napot szia köszönöm hogy hol van ez",
  ro: "și este nu eu tu noi cu pentru pe bună ziua salut mulțumesc cum unde că în un o",
  tr: "ve bir değil ben sen biz ile için günaydın merhaba teşekkürler lütfen nasıl nerede bu çok mi",
  id: "dan adalah tidak saya kamu kami dengan untuk di selamat pagi halo terima kasih tolong bagaimana mana ini itu yang",
};

const LANGUAGES_OF = new Map<string, string[]>();
for (const [language, words] of Object.entries(WORDS)) {
  for (const word of words.split(" ")) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
}

/** For each language the share of these words, in small letters, that are its own; a shared word counts in part. */
export function commonWordShares(words: readonly string[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const word of words) {
    const languages = LANGUAGES_OF.get(word) ?? [];
    for (const language of languages)
      shares.set(language, (shares.get(language) ?? 0) + 1 / (languages.length * words.length));
  }
  return shares;
}

/** Whether a word, in small letters, is one of them. */
export const isCommonWord = (word: string, language: string): boolean =>
  LANGUAGES_OF.get(word)?.includes(language) === true;
