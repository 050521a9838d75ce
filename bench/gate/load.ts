import type { CallLimits } from "../../src/domain/gate/permits.ts";

/** What one runner asks of the gate. */
export interface LoadJob {
  readonly gate: string;
  readonly limits: CallLimits;
  readonly tenant: string;
  readonly run: string;
  readonly asksPerSecond: number;
  readonly forMs: number;
  /** How long a call takes that has its permit. */
  readonly callMs: number;
  /** How long it may take, half of which it waits for its permit at most. */
  readonly timeoutMs: number;
}

/** How it went for one runner; times are milliseconds since the epoch. */
export interface LoadSeen {
  readonly tenant: string;
  readonly asked: number;
  readonly refused: number;
  /** When its calls began. */
  readonly starts: readonly number[];
  /** How long each of those had waited. */
  readonly waitedMs: readonly number[];
}

export type BenchRequest =
  | { readonly do: "load"; readonly jobs: readonly LoadJob[] }
  /** Takes free permits and gives them back, one after the other. */
  | { readonly do: "take"; readonly times: number };
