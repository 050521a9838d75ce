import type { WordVectors } from "../../../../words/vectors.ts";
import type { CallSurroundings } from "../../expert.ts";
import { nameHead } from "../heads.ts";
import { type CapitalWord, capitalRuns } from "./capitals.ts";
import { besides, type Entity, type EntityType, entityAt } from "./entity.ts";

/** Different names that are looked at in a text. */
const MAX_NAMES = 400;
/** What is less likely of a type than so is left out: few of them are right. */
const MIN_SHARE = 0.5;
/** Two words with capitals within a sentence name something, unless it is as likely that they don't. */
const MAX_NONE = 0.8;

/**
 * Names that no lexicon or form tells, such as "Tang" or "the People's Daily": what is written with capitals, and of which
 * its own vector says that it is a person, a place or an organization. What stands first in a sentence is one only where
 * its words are none of English.
 * @param taken what is known of the text already
 * @throws {AppError} as `SentenceEncoder.embed`
 */
export async function namesByMeaning(
  text: string,
  taken: readonly Entity[],
  { sentences, vectors, work }: Pick<CallSurroundings, "sentences" | "vectors" | "work">,
): Promise<readonly Entity[]> {
  const words = await vectors();
  const open = capitalRuns(text).flatMap((run) => {
    const own = isSentenceStart(text, run.start) ? withoutOrdinary(run.words, words) : run.words;
    const [first, last] = [own[0], own.at(-1)];
    return first === undefined || last === undefined ? [] : [entityAt("ORG", text, first.start, last.end)];
  });
  const free = besides(taken, open);
  const names = [...new Set(free.map((run) => run.text))].slice(0, MAX_NAMES);
  const encoded = await (await sentences()).embed(names, work);
  const types = new Map(names.map((name, at) => [name, typeOf(encoded[at] ?? new Float32Array(), name.includes(" "))]));
  return free.flatMap((run) => {
    const type = types.get(run.text) ?? null;
    return type === null ? [] : [{ ...run, type }];
  });
}

function typeOf(vector: Float32Array, isOfSeveral: boolean): EntityType | null {
  const shares = nameHead(vector);
  const whole = isOfSeveral && shares.none < MAX_NONE ? 1 - shares.none : 1;
  return (["PER", "LOC", "ORG"] as const).find((type) => shares[type] >= MIN_SHARE * whole) ?? null;
}

const isSentenceStart = (text: string, start: number): boolean =>
  /(?:^|[.!?:;\n"“”„(])\s*$/u.test(text.slice(Math.max(0, start - 4), start));

/** A common word has a capital where it begins a sentence. */
function withoutOrdinary(run: readonly CapitalWord[], words: WordVectors): readonly CapitalWord[] {
  const first = run.findIndex(({ text }) => !words.has(text.toLowerCase()));
  return first === -1 ? [] : run.slice(first);
}
