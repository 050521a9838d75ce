import { describe, expect, it } from "vitest";
import {
  afterCall,
  afterNothing,
  CALLS_FOR_SHARE,
  type Circuit,
  Circuits,
  closedForMs,
  count,
  FAILURES_TO_OPEN,
  letIn,
  MAX_ENDPOINTS,
  NEW_CIRCUIT,
  OPEN_BASE_MS,
  OPEN_MAX_MS,
  WINDOW_MS,
} from "../../../src/domain/gate/circuits.ts";

/** After calls that failed (`x`) or did not (`.`), a millisecond from one to the next. */
const circuitAfter = (calls: string, from = 0): Circuit =>
  [...calls].reduce((circuit, call, index) => afterCall(circuit, `${index}`, call === "x", from + index), NEW_CIRCUIT);

const OPEN = circuitAfter("x".repeat(FAILURES_TO_OPEN));
const OPENED_AT = FAILURES_TO_OPEN - 1;

describe("a circuit", () => {
  it.each([
    ["closed", "x".repeat(FAILURES_TO_OPEN - 1)],
    ["open", "x".repeat(FAILURES_TO_OPEN)],
    ["closed", `${"x".repeat(FAILURES_TO_OPEN - 1)}.${"x".repeat(FAILURES_TO_OPEN - 2)}`.slice(0, CALLS_FOR_SHARE - 1)],
    ["closed", ".x".repeat(CALLS_FOR_SHARE / 2 - 1)],
    ["open", ".x".repeat(CALLS_FOR_SHARE / 2)],
    ["closed", "..x".repeat(20)],
  ])("is %s after %s", (expected, calls) => {
    expect(circuitAfter(calls).state.is).toBe(expected);
  });

  it("forgets failures that are older than its window when it reckons the share", () => {
    const old = circuitAfter(".x".repeat(CALLS_FOR_SHARE / 2 - 1));
    const later = afterCall(afterCall(old, "n", false, WINDOW_MS * 2), "m", true, WINDOW_MS * 2);
    expect(later.state.is).toBe("closed");
    expect(count(later, WINDOW_MS * 2)).toEqual({ calls: 2, failures: 1 });
  });

  it("lets nothing through until its time is over, then one probe, and all once that succeeds", () => {
    const until = OPENED_AT + OPEN_BASE_MS;
    expect(closedForMs(OPEN, until - 1)).toBe(1);
    expect(closedForMs(OPEN, until)).toBe(0);
    const probing = letIn(OPEN, "probe");
    expect(probing.state.is).toBe("half-open");
    expect(closedForMs(probing, until)).toBeGreaterThan(0);
    const closed = afterCall(probing, "probe", false, until + 10);
    expect(closedForMs(closed, until + 10)).toBe(0);
    expect(closed).toMatchObject({ state: { is: "closed" }, consecutiveFailures: 0 });
  });

  it("stays open twice as long with each probe that fails, up to a limit", () => {
    let circuit = OPEN;
    let now = OPENED_AT;
    const waits: number[] = [];
    for (let round = 0; round < 10; round++) {
      const wait = closedForMs(circuit, now);
      waits.push(wait);
      now += wait;
      circuit = afterCall(letIn(circuit, `probe-${round}`), `probe-${round}`, true, now);
    }
    expect(waits).toEqual(Array.from({ length: 10 }, (_, round) => Math.min(OPEN_MAX_MS, OPEN_BASE_MS * 2 ** round)));
  });

  it("is not changed by calls that began before it opened", () => {
    expect(afterCall(OPEN, "late", false, 50).state).toEqual(OPEN.state);
    const probing = letIn(OPEN, "probe");
    expect(afterCall(probing, "late", false, 50).state).toEqual(probing.state);
    expect(afterCall(probing, "late", true, 50).state).toEqual(probing.state);
    expect(afterNothing(probing, "late", 50)).toBe(probing);
  });

  it("lets another probe in at once after one that came to nothing", () => {
    const now = OPENED_AT + OPEN_BASE_MS;
    const again = afterNothing(letIn(OPEN, "probe"), "probe", now);
    expect(closedForMs(again, now)).toBe(0);
    expect(afterCall(letIn(again, "next"), "next", true, now)).toMatchObject({ state: { is: "open", openings: 2 } });
  });
});

describe("the circuits of a gate", () => {
  it("are told of, each by itself", () => {
    const circuits = new Circuits();
    for (let call = 0; call < FAILURES_TO_OPEN; call++) circuits.ended("down", `${call}`, true, 0);
    circuits.ended("up", "1", false, 0);
    expect(circuits.closedForMs("down", 0)).toBe(OPEN_BASE_MS);
    expect(circuits.closedForMs("up", 0)).toBe(0);
    expect(circuits.health(0)).toEqual([
      {
        endpoint: "down",
        circuit: "open",
        consecutiveFailures: FAILURES_TO_OPEN,
        openUntil: OPEN_BASE_MS,
        calls: FAILURES_TO_OPEN,
        failures: FAILURES_TO_OPEN,
      },
      { endpoint: "up", circuit: "closed", consecutiveFailures: 0, openUntil: null, calls: 1, failures: 0 },
    ]);
  });

  it("are bounded: the one that was heard of the longest ago is forgotten", () => {
    const circuits = new Circuits();
    for (let one = 0; one < MAX_ENDPOINTS; one++) circuits.ended(`e${one}`, "1", false, 0);
    circuits.ended("e0", "2", false, 1);
    circuits.ended("new", "1", false, 2);
    const known = circuits.health(2).map(({ endpoint }) => endpoint);
    expect(known).toHaveLength(MAX_ENDPOINTS);
    expect(known).not.toContain("e1");
    expect(known.slice(-2)).toEqual(["e0", "new"]);
  });
});
