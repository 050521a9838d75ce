/**
 * Flite's working memory grows with what it says in one breath, about 1 MB a second of speech on top of 20 MB:
 * this much is some 20 seconds.
 */
const MAX_UTTERANCE_WEIGHT = 300;
/** One utterance, some 20 seconds of speech: between two of them the thread is given back, and a cancelled run can stop. */
const MAX_CHUNK_WEIGHT = 300;

/** "777,777" is 65 letters long when it is said. */
const LETTERS_A_DIGIT = 9;

/** How long a text takes to say, in lower-case letters: digits are words, and capitals may be spelled out. */
const weigh = (text: string): number =>
  text.length + (LETTERS_A_DIGIT - 1) * (text.match(/\d/g)?.length ?? 0) + 2 * (text.match(/[A-Z]/g)?.length ?? 0);

/** Where a reader would draw breath, best first. */
const BREAKS = [/(?<=[.?!]) (?=[A-Z0-9])/g, /(?<=[;:]) /g, /(?<=,) /g, / /g];

/** The head of a text that is too long, cut at the best place within the limit and past its first half. */
function headLength(text: string): number {
  let limit = text.length;
  for (let weight = 0, at = 0; at < text.length; at += 1) {
    weight += weigh(text[at] ?? "");
    if (weight <= MAX_UTTERANCE_WEIGHT) continue;
    limit = at;
    break;
  }
  for (const pattern of BREAKS) {
    const places = [...text.slice(0, limit + 1).matchAll(pattern)].map((match) => match.index);
    const last = places.at(-1);
    if (last !== undefined && last > (pattern.source === " " ? 0 : limit / 2)) return last;
  }
  return Math.max(1, limit);
}

/** Parts of a paragraph that can each be said in one breath, cut between sentences where possible. */
export function utterances(paragraph: string): string[] {
  const parts: string[] = [];
  let rest = paragraph.trim();
  while (weigh(rest) > MAX_UTTERANCE_WEIGHT) {
    const length = headLength(rest);
    parts.push(rest.slice(0, length).trim());
    rest = rest.slice(length).trim();
  }
  if (rest !== "") parts.push(rest);
  return parts.filter((part) => part !== "");
}

/** Gathers utterances into texts for one call of the synthesizer each; a blank line parts them. */
export function chunks(parts: readonly string[]): string[] {
  const done: string[] = [];
  let current: string[] = [];
  let weight = 0;
  for (const part of parts) {
    const partWeight = weigh(part);
    if (current.length > 0 && weight + partWeight > MAX_CHUNK_WEIGHT) {
      done.push(current.join("\n\n"));
      current = [];
      weight = 0;
    }
    current.push(part);
    weight += partWeight;
  }
  if (current.length > 0) done.push(current.join("\n\n"));
  return done;
}
