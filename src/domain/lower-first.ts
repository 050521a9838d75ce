/** Words as the middle of a sentence: "Translate a text" → "translate a text", and "OCR" as it is. */
export const lowerFirst = (words: string): string =>
  /^[A-Z][a-z]/.test(words) ? `${words.slice(0, 1).toLowerCase()}${words.slice(1)}` : words;
