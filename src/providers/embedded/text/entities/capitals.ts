/** Words in a row on one line that are written as names are. */
export interface CapitalRun {
  readonly start: number;
  readonly end: number;
  readonly words: readonly CapitalWord[];
}
export interface CapitalWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&./-]{0,60}|&/gu;
/** Words written small inside a name: "Bank of England", "Rio de Janeiro", "van der Berg". */
const INSIDE = new Set([
  "of",
  "the",
  "de",
  "da",
  "do",
  "del",
  "della",
  "der",
  "den",
  "du",
  "des",
  "la",
  "le",
  "van",
  "von",
  "zu",
  "&",
  "for",
]);
const CAPITAL = /^\p{Lu}/u;
const ABBREVIATION =
  /^(?:\p{Lu}|Inc|Ltd|Co|Corp|Bros|St|Dr|Mr|Mrs|Ms|Prof|Rev|Jr|Sr|S\.A|S\.p\.A|S\.r\.l|B\.V|N\.V|e\.V)\.$/u;

/** No name is longer; in a text all in capitals a run would not end. */
const MAX_RUN_WORDS = 24;

/** Every longest run of capitalised words, single ones too, whatever they may name. */
export function capitalRuns(text: string): CapitalRun[] {
  const runs: CapitalRun[] = [];
  let run: CapitalWord[] = [];
  const finish = (): void => {
    while (run.length > 0 && !CAPITAL.test(run.at(-1)?.text ?? "")) run.pop();
    const first = run[0];
    const last = run.at(-1);
    if (first !== undefined && last !== undefined) {
      const end = withoutPossessive(last);
      runs.push({ start: first.start, end: end.end, words: [...run.slice(0, -1), end] });
    }
    run = [];
  };
  for (const match of text.matchAll(WORD)) {
    const word = trimmed(match[0], match.index);
    const previous = run.at(-1);
    if (previous !== undefined && (text.slice(previous.end, word.start) !== " " || run.length >= MAX_RUN_WORDS))
      finish();
    const inside = run.length > 0 && INSIDE.has(word.text);
    if (CAPITAL.test(word.text) || inside) run.push(word);
    else finish();
  }
  finish();
  return runs;
}

/** "St Mary's Hospital" keeps it, "Babbage's machine" is about Babbage. */
function withoutPossessive(word: CapitalWord): CapitalWord {
  const text = word.text.replace(/['’]s$/u, "");
  return { text, start: word.start, end: word.start + text.length };
}

function trimmed(raw: string, start: number): CapitalWord {
  const kept = ABBREVIATION.test(raw) ? raw : raw.replace(/['’.&/-]+$/u, "");
  const text = kept === "" ? raw : kept;
  return { text, start, end: start + text.length };
}
