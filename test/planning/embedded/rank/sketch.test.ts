import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOntology, type Ontology } from "../../../../src/domain/task-types/index.ts";
import { scoreRequest } from "../../../../src/planning/embedded/rank/scored-request.ts";
import { CALIBRATION, calibrated, type PlanSketch, sketchPlan } from "../../../../src/planning/embedded/rank/sketch.ts";
import { loadNetwork } from "../../../../src/planning/embedded/rank/stored.ts";
import { readRequest } from "../../../../src/planning/embedded/read/index.ts";
import { type Case, ontology, requestOf } from "../case.ts";
import { PLAIN } from "./plain.ts";

const network = await loadNetwork();

function sketch(given: Case, types: Pick<Ontology, "get" | "all" | "read"> = ontology): PlanSketch | null {
  const { view } = readRequest(requestOf(given));
  return sketchPlan(scoreRequest(view, network.read(view), network.types, types), view, CALIBRATION);
}

describe("the trained planner", () => {
  it.each(PLAIN)("plans $text", ({ text, files = [], tasks, links }) => {
    const found = sketch({ text, files });
    expect(found?.tasks.map(({ type }) => type).toSorted()).toEqual(tasks.toSorted());
    const types = (place: number) => found?.tasks[place]?.type ?? "";
    expect(found?.links.map(([from, to]) => `${types(from)} > ${types(to)}`).toSorted()).toEqual(links.toSorted());
  });

  const anyRequest = fc.record({
    text: fc
      .array(fc.oneof(fc.constantFrom(...PLAIN.map(({ text }) => text)), fc.string({ maxLength: 30 })), {
        maxLength: 4,
      })
      .map((pieces) => pieces.join(" ")),
    files: fc.uniqueArray(fc.constantFrom("a.jpg", "b.png", "talk.wav", "clip.mp4", "scan.pdf", "sales.csv"), {
      maxLength: 4,
    }),
  });

  it("sketches plans, whatever it reads", () => {
    fc.assert(
      fc.property(anyRequest, (given) => {
        const found = sketch(given);
        expect(found).not.toBeNull();
        if (!found) return;
        expect(found.tasks.length).toBeGreaterThan(0);
        for (const { type, at, words } of found.tasks) {
          expect(network.types).toContain(type);
          expect(ontology.get(type)).toBeDefined();
          expect(at).toBeGreaterThanOrEqual(0);
          expect(words.length).toBeLessThanOrEqual(4);
        }
        expect(new Set(found.tasks.map(({ type }) => type)).size).toBe(found.tasks.length);
        for (const [from, to] of found.links) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(from).toBeLessThan(to);
          expect(to).toBeLessThan(found.tasks.length);
        }
        expect(found.confidence).toBeGreaterThanOrEqual(0);
        expect(found.confidence).toBeLessThanOrEqual(1);
        expect(sketch(given)).toEqual(found);
      }),
      { numRuns: 40 },
    );
  });

  it("tells the words that decided, as they were written", () => {
    const found = sketch({ text: "TRANSCRIBE talk.wav please", files: ["talk.wav"] });
    expect(found?.tasks).toHaveLength(1);
    expect(found?.tasks[0]?.words).toContain("TRANSCRIBE");
  });

  it("uses the types of a deployment only, and none where it knows none of them", () => {
    const given: Case = { text: "Transcribe talk.wav", files: ["talk.wav"] };
    const all = createOntology();
    const without = (hidden: (name: string) => boolean) => ({
      ...all,
      get: (name: string) => (hidden(name) ? undefined : all.get(name)),
    });
    const speechless = sketch(
      given,
      without((name) => name === "automatic-speech-recognition"),
    );
    expect(speechless?.tasks.map(({ type }) => type)).not.toContain("automatic-speech-recognition");
    expect(
      sketch(
        given,
        without(() => true),
      ),
    ).toBeNull();
  });
});

describe("the confidence", () => {
  it("rises with how sure the network is, and stays a probability", () => {
    const found = [-20, -2, 0, 3, 9].map((sureness) => calibrated(sureness, CALIBRATION));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found.every((one) => one > 0 && one < 1)).toBe(true);
  });
});
