import type { Account } from "./account.ts";
import type { Manner } from "./faults.ts";

/** What a custom endpoint charges for a call, in US dollars. */
export const CALL_USD = 0.004;
/** What an endpoint bills: an answer that it gave, and one that it is still giving when nobody waits any more. */
const BILLED: ReadonlySet<Manner> = new Set(["sound", "slow", "never ends"]);
/** Sums of prices have digits that mean nothing. */
const ROUNDING_USD = 1e-9;

/** What is not true of the money in the account that a run gives of itself; empty where all of it is. */
export function moneyLiesIn({ of, run, events, calls }: Account): readonly string[] {
  const lies: string[] = [];
  const limit = of.usd ?? Number.POSITIVE_INFINITY;
  const isBeyond = (usd: number): boolean => usd > limit + ROUNDING_USD;
  const reserved = new Map<string, number>();
  let settled = 0;
  for (const { type, seq, data } of events) {
    if (type === "budget-reserved") reserved.set(String(data.work), data.usd ?? 0);
    if (type === "budget-settled") {
      const wasReserved = reserved.delete(String(data.work));
      // Without a limit, what nobody can estimate is settled alone.
      if (!wasReserved && of.usd !== null) lies.push(`event ${seq} settles what was never set aside`);
      settled += data.usd ?? 0;
    }
    const held = [...reserved.values()].reduce((sum, usd) => sum + usd, settled);
    if (type.startsWith("budget-") && isBeyond(held))
      lies.push(`at event ${seq}, $${held} are spent or set aside of $${limit}`);
  }
  if (reserved.size > 0) lies.push(`it ended with money set aside for ${[...reserved.keys()].join(", ")}`);
  if (isBeyond(run.usage.usd)) lies.push(`it spent $${run.usage.usd} of $${limit}`);
  if (Math.abs(run.usage.usd - settled) > ROUNDING_USD) lies.push(`it says $${run.usage.usd}, and its log $${settled}`);
  const billed = calls.filter(({ provider, manner }) => provider === "custom" && BILLED.has(manner)).length * CALL_USD;
  if (isBeyond(billed)) lies.push(`custom endpoints bill $${billed} of $${limit}`);
  return lies;
}
