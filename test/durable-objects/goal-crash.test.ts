import { abortAllDurableObjects } from "cloudflare:test";
import { describe, expect, inject, it } from "vitest";
import { release } from "./driver.ts";
import { brokenDown, openMind, step } from "./goal-driver.ts";

describe("a goal whose process dies", () => {
  it("loses nothing and repeats nothing", async () => {
    const mind = await openMind([
      brokenDown(["a", "b"], [step("first", [], ["a"]), step("second", ["a"], ["b"])]),
      { when: "do first", say: "return { a: '1' };" },
      { when: "do second", say: "return { b: '2' };", held: "second" },
    ]);
    const goal = await mind.open();
    const seen = await goal.until(
      (event) => event.type === "work-start" && event.data.work.do === "step" && event.data.work.step === "second",
    );
    expect(seen.some((event) => event.type === "work-end")).toBe(true);
    await abortAllDurableObjects();
    await release(inject("expertUrl"), "second");
    const state = await goal.rest();
    expect(state.end?.status).toBe("succeeded");
    const log = await goal.log();
    const ended = log.flatMap((event) =>
      event.type === "work-end" ? [`${JSON.stringify(event.data.work)} ${event.data.attempt}`] : [],
    );
    expect(ended).toHaveLength(new Set(ended).size);
    expect(log.filter(({ type }) => type === "work-start")).toHaveLength(3);
  });
});
