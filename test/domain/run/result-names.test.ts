import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../src/domain/plan.ts";
import { asManyBefore, beginningsOf, resultName, rootFileName, wordFor } from "../../../src/domain/run/result-names.ts";
import { Simulation } from "../simulate.ts";

const ONE_FILE = (): { readonly name: string } => ({ name: "page.png" });

/** The state of a run at the beginning of its plan. */
function begun(plan: Plan) {
  const run = new Simulation({ plan });
  run.succeed("plan");
  return run.state;
}

describe("the name of a result", () => {
  it.each([
    ["photo.jpg", [], "blurred", "jpg", "photo-blurred.jpg"],
    ["photo-blurred.jpg", [], "rotated", "jpg", "photo-blurred-rotated.jpg"],
    ["photo.jpg", ["photo-blurred.jpg"], "blurred", "jpg", "photo-blurred-2.jpg"],
    ["photo-blurred.jpg", ["photo-blurred.jpg"], "blurred", "jpg", "photo-blurred-2.jpg"],
    ["photo-blurred-2.jpg", ["photo-blurred.jpg", "photo-blurred-2.jpg"], "blurred", "jpg", "photo-blurred-3.jpg"],
    ["talk.mp3", [], "denoised", "wav", "talk-denoised.wav"],
    ["a.b.c", [], "summary", "txt", "a.b-summary.txt"],
    ["no extension", [], "edges", "png", "no extension-edges.png"],
    [".png", [], "edges", "png", "edges.png"],
    [null, [], "image", "png", "image.png"],
    [null, ["image.png"], "image", "png", "image-2.png"],
  ])("of %s beside %j is made of what was done (%s, %s): %s", (source, taken, made, extension, name) => {
    expect(resultName(made, extension, { source, taken })).toBe(name);
  });

  it("is another than all that are taken, and of bounded length", () => {
    const names = fc.array(fc.string({ maxLength: 300 }), { maxLength: 5 });
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), names, (source, others) => {
        const first = resultName("grey", "png", { source, taken: others });
        const second = resultName("grey", "png", { source, taken: [...others, first] });
        expect([...others, first]).not.toContain(second);
        expect(second.length).toBeLessThan(100);
      }),
    );
  });

  it.each([
    ["summarization", "summary"],
    ["canny-control", "canny"],
    ["pose-detection", "pose"],
    ["chart-drawing", "chart"],
    ["their-own-type", "their-own-type"],
    ["constructor", "constructor"],
  ])("of %s says %s", (type, made) => {
    expect(wordFor(type)).toBe(made);
  });

  it("is looked up among those that begin as it will, also where its source is the second of its name", () => {
    const all = ["photo-blurred.jpg", "photo-blurred-2.jpg"];
    const source = "photo-blurred-2.jpg";
    const taken = all.filter((name) => beginningsOf(source, "image-editing").some((one) => name.startsWith(one)));
    expect(resultName("blurred", "jpg", { source, taken })).toBe("photo-blurred-3.jpg");
  });

  it("differs for tasks that do the same at once with files of one name", () => {
    const blurred = (id: number, resource: string) => ({
      ...{ id, type: "image-editing" },
      args: {
        image: { from: "resource" as const, resource },
        instruction: { from: "literal" as const, value: "Blur it" },
      },
    });
    const rotated = {
      ...blurred(3, "res_a"),
      args: { ...blurred(3, "res_a").args, instruction: { from: "literal" as const, value: "Turn it" } },
    };
    const tasks = [blurred(0, "res_a"), blurred(1, "res_b"), blurred(2, "res_c"), rotated];
    const state = begun({ tasks });
    const before = tasks.map((task) => asManyBefore(task, state, ONE_FILE));
    expect(before).toEqual([0, 1, 2, 0]);
    const taken = ["page-blurred-2.png"];
    const names = before
      .slice(0, 3)
      .map((one) => resultName("blurred", "png", { source: "page.png", taken, before: one }));
    expect(names).toEqual(["page-blurred.png", "page-blurred-3.png", "page-blurred-4.png"]);
  });
});

describe("the file that a task leads back to", () => {
  it("is found in as many steps as the plan has arguments, where each task takes the one before it twice", () => {
    const text = (task: number) => ({ from: "task" as const, task, output: "text" });
    const tasks = Array.from({ length: 256 }, (_, id) => ({
      ...{ id, type: "text2text-generation" },
      args: id === 0 ? {} : { text: text(id - 1), other: text(id - 1) },
    }));
    const [last] = tasks.slice(-1);
    expect(last && rootFileName(last, begun({ tasks }), ONE_FILE)).toBeNull();
  });
});
