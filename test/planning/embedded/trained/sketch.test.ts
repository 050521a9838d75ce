import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createOntology } from "../../../../src/domain/task-types/index.ts";
import { planByRules } from "../../../../src/planning/embedded/rules.ts";
import { loadProfiles, type Profiles } from "../../../../src/planning/embedded/trained/profiles.ts";
import { calibrated, type PlanSketch, sketchPlan } from "../../../../src/planning/embedded/trained/sketch.ts";
import { viewOf } from "../../../../src/planning/embedded/trained/view.ts";
import { type Case, ontology, requestOf } from "../case.ts";
import { PLAIN } from "./plain.ts";

let profiles: Profiles;
beforeAll(async () => {
  profiles = await loadProfiles();
});

function sketch(given: Case, profile: keyof Profiles = "people"): PlanSketch | null {
  const request = requestOf(given);
  const { reply, reading } = planByRules(request);
  return sketchPlan(viewOf(request, reading, reply), profiles[profile], ontology);
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

  it.each(["people", "taskbench"] as const)("sketches plans, whatever it reads, as %s write", (profile) => {
    fc.assert(
      fc.property(anyRequest, (given) => {
        const found = sketch(given, profile);
        expect(found).not.toBeNull();
        if (!found) return;
        expect(found.tasks.length).toBeGreaterThan(0);
        for (const { type, at, words } of found.tasks) {
          expect(profiles[profile].types).toContain(type);
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
        expect(sketch(given, profile)).toEqual(found);
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
    const request = requestOf({ text: "Transcribe talk.wav", files: ["talk.wav"] });
    const { reply, reading } = planByRules(request);
    const view = viewOf(request, reading, reply);
    const all = createOntology();
    const without = (hidden: (name: string) => boolean) => ({
      ...all,
      get: (name: string) => (hidden(name) ? undefined : all.get(name)),
    });
    const speechless = sketchPlan(
      view,
      profiles.people,
      without((name) => name === "automatic-speech-recognition"),
    );
    expect(speechless?.tasks.map(({ type }) => type)).not.toContain("automatic-speech-recognition");
    expect(
      sketchPlan(
        view,
        profiles.people,
        without(() => true),
      ),
    ).toBeNull();
  });
});

describe("the confidence", () => {
  it("rises with the share of what is believed, and stays a probability", () => {
    const shares = [0, 0.1, 0.5, 0.9, 1];
    for (const { calibration } of Object.values(profiles)) {
      const found = shares.map((share) => calibrated(share, calibration));
      expect(found).toEqual(found.toSorted((a, b) => a - b));
      expect(found.every((one) => one > 0 && one < 1)).toBe(true);
    }
  });
});
