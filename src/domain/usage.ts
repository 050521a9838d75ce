/** The quantities that a provider measured for a call, by which it is billed; those not reported are left out. */
export interface Measured {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Made or looked at. */
  readonly images?: number;
  /** Of sound or moving pictures, made or heard. */
  readonly seconds?: number;
  /** Read aloud, or translated. */
  readonly characters?: number;
  /** Cloudflare's unit for Workers AI. */
  readonly neurons?: number;
  /** That a machine worked on it. */
  readonly computeSeconds?: number;
  /** Where a provider says the price itself. */
  readonly usd?: number;
}

/** Complete, so that a new part fails to compile here. */
const PARTS: Readonly<Record<keyof Measured, true>> = {
  inputTokens: true,
  outputTokens: true,
  images: true,
  seconds: true,
  characters: true,
  neurons: true,
  computeSeconds: true,
  usd: true,
};
const isPart = (name: string): name is keyof Measured => Object.hasOwn(PARTS, name);
export const MEASURED_PARTS: readonly (keyof Measured)[] = Object.keys(PARTS).filter(isPart);

/** The sum of two measurements; quantities that neither reports are left out. */
export const addMeasured = (one: Measured, other: Measured): Measured =>
  Object.fromEntries(
    MEASURED_PARTS.flatMap((part) => {
      const [a, b] = [one[part], other[part]];
      return a === undefined && b === undefined ? [] : [[part, (a ?? 0) + (b ?? 0)]];
    }),
  );

/** The usage of an attempt at a language step; `usd` is null if unknown. */
export interface StepUsage {
  readonly llmCalls: number;
  readonly usd: number | null;
  /** True where nobody measured it, so that it counts as what was set aside. */
  readonly assumed?: true;
  readonly measured?: Measured;
}

/** The limits of an attempt at a language step; null for no limit. */
export interface Allowance {
  readonly llmCalls: number | null;
  readonly usd: number | null;
}

/** The usage of several attempts together. */
export interface Spent {
  /** Of the calls whose cost is known, or counts as what was set aside. */
  readonly usd: number;
  /** How much of it only counts as what was set aside. */
  readonly assumedUsd: number;
  /** Calls that cost something, and nobody knows what. */
  readonly unpriced: number;
  readonly llmCalls: number;
  readonly measured: Measured;
}

export const NOTHING_SPENT: Spent = { usd: 0, assumedUsd: 0, unpriced: 0, llmCalls: 0, measured: {} };

/** A sum, and one attempt more. */
export const addSpent = (sum: Spent, { usd, llmCalls, measured, assumed }: StepUsage): Spent => ({
  usd: sum.usd + (usd ?? 0),
  assumedUsd: sum.assumedUsd + (assumed ? (usd ?? 0) : 0),
  unpriced: sum.unpriced + (usd === null ? Math.max(1, llmCalls) : 0),
  llmCalls: sum.llmCalls + llmCalls,
  measured: measured ? addMeasured(sum.measured, measured) : sum.measured,
});

/** What calls took, as it is shown: what was measured of them, in the same units. */
export interface SpentView extends Measured {
  /** In US dollars: of the calls whose cost is known, or counts as what was set aside for them. */
  readonly usd: number;
  /** How much of it nobody measured, so that it counts as what was set aside; left out where that is nothing. */
  readonly assumedUsd?: number;
  /** Calls that cost something, and nobody knows what. */
  readonly unpricedCalls: number;
}

/** Sums of prices have digits that mean nothing. */
const USD_DIGITS = 9;

/** US dollars as they are shown. */
export const roundedUsd = (usd: number): number => Number(usd.toFixed(USD_DIGITS));

export const spentView = ({ usd, assumedUsd, unpriced, measured }: Spent): SpentView => ({
  ...measured,
  usd: roundedUsd(usd),
  ...(assumedUsd > 0 ? { assumedUsd: roundedUsd(assumedUsd) } : {}),
  unpricedCalls: unpriced,
});
