import type { Score } from "../../domain/catalogue.ts";
import type { Constraints } from "../../domain/constraints.ts";
import type { SelectionContext } from "../condition.ts";
import type { ExpertIndex } from "../expert-index.ts";
import type { Preference } from "../preference.ts";
import { hasRow, type RowSet } from "../rows.ts";
import { measuredOn, metricInWords, sourceInWords, valueInWords } from "./figure-words.ts";
import { type ComparableFigures, choose, isBetter } from "./figures.ts";
import { isAbout } from "./tied.ts";

/** The wish for the best on a benchmark, over those that satisfy every condition; `null` where it is not about the task. */
export function bestOn(
  benchmark: NonNullable<Constraints["benchmark"]>,
  taskType: string,
  roster: ExpertIndex,
  satisfying: RowSet,
  scene: SelectionContext,
): Preference | null {
  if (!isAbout(benchmark, taskType, scene)) return null;
  const isLeft = (id: string): boolean => roster.rowsOf(id).some((row) => hasRow(satisfying, row));
  const figures = choose(roster.meant(benchmark.name), isLeft);
  return figures ? byFigures(benchmark.name, figures, roster, isLeft) : noFigures(benchmark.name, taskType);
}

const noFigures = (name: string, taskType: string): Preference => ({
  keys: [],
  why: () => `No figure on ${name} is known here, so that the usual order stands`,
  note: `For ${taskType} no model that can be used here has a figure on ${name}, so that the usual order stands.`,
});

const [SURE, UNSURE, NO_FIGURE] = [0, 1, 2];

/** Sure and verified figures decide; unsure ones stand behind them, and models without one last. */
function byFigures(
  name: string,
  { deciding, unsure, named }: ComparableFigures,
  { at, experts, rowsOf }: ExpertIndex,
  isLeft: (id: string) => boolean,
): Preference {
  const distrust = new Uint8Array(experts.length).fill(NO_FIGURE);
  const value = new Float64Array(experts.length);
  const place = (figures: ReadonlyMap<string, Score>, howUnsure: number): void => {
    for (const [id, score] of figures) {
      for (const row of rowsOf(id)) {
        distrust[row] = howUnsure;
        value[row] = named.higherIsBetter ? -score.value : score.value;
      }
    }
  };
  place(deciding, SURE);
  place(unsure, UNSURE);
  const held = (all: ReadonlyMap<string, Score>): readonly (readonly [string, Score])[] =>
    [...all].filter(([id]) => isLeft(id));
  const [sure, doubtful] = [held(deciding), held(unsure)];
  const mention = whatMightHaveWon(sure, doubtful);

  const why = (row: number): string => {
    const { id } = at(row).facts;
    const figure = deciding.get(id) ?? unsure.get(id);
    if (!figure) return `No figure on ${measuredOn(named)}, so behind those that have one`;
    const isSure = distrust[row] === SURE;
    const before = (isSure ? sure : doubtful).filter(([, other]) => isBetter(figure, other.value, figure.value)).length;
    const what = `${metricInWords(figure.metric)} on ${measuredOn(figure)}: ${valueInWords(figure)}, from ${sourceInWords(figure)}`;
    if (!isSure)
      return `By an unsure figure, ${sure.length > 0 ? "so behind sure ones" : "as there is no sure one"}, ${what}`;
    return before === 0 ? `Best ${what}${mention}` : `Number ${before + 1} in ${what}`;
  };
  return {
    keys: [distrust, value],
    why,
    note: sure.length > 0 ? null : `The figures on ${name} that are known here are unsure, and nothing better decided.`,
  };
}

/** The unsure figure that would have been the best, so that it is not passed over in silence. */
function whatMightHaveWon(
  sure: readonly (readonly [string, Score])[],
  doubtful: readonly (readonly [string, Score])[],
): string {
  const [best] = sure.map(([, score]) => score).toSorted(byValue);
  const [first] = doubtful.toSorted(([a, one], [b, other]) => byValue(one, other) || (a < b ? -1 : 1));
  if (!best || !first || !isBetter(best, first[1].value, best.value)) return "";
  return `; ${first[0]} has ${valueInWords(first[1])} by an unsure figure, which did not decide`;
}

const byValue = (one: Score, other: Score): number =>
  isBetter(one, one.value, other.value) ? -1 : Number(one.value !== other.value);
