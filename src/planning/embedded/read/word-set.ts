/** The words of a list, which are separated by spaces. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "));
