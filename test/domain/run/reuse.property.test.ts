import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { RunEvent } from "../../../src/domain/events.ts";
import { bindInputs } from "../../../src/domain/run/bindings.ts";
import { dependenceOf, type KnownResult, type KnownResults } from "../../../src/domain/run/reuse.ts";
import { BUILT_IN_TASK_TYPES, createOntology } from "../../../src/domain/task-types/index.ts";
import { moves, play, scenarios } from "../adversary.ts";
import { MAX_STEPS, only, RUNS } from "../always.ts";
import { planOf, Simulation } from "../simulate.ts";
import { foldStored } from "../stored-log.ts";

const TYPE = BUILT_IN_TASK_TYPES.find(({ name }) => name === "summarization");
if (!TYPE) throw new Error("There is no summarization");

/** The logs of a conversation's runs, and what is found in them as the ledger finds it. */
class Conversation implements KnownResults {
  readonly runs: Simulation[] = [];

  readonly fingerprint: KnownResults["fingerprint"] = (state, task, candidate) =>
    dependenceOf(
      TYPE as NonNullable<typeof TYPE>,
      bindInputs(task, TYPE as NonNullable<typeof TYPE>, state, {
        ontology: createOntology(),
        findResource: () => undefined,
      }),
      candidate,
    );

  find(fingerprint: string): KnownResult | null {
    for (const [run, { log }] of this.runs.entries()) {
      const made = madeBy(log).find((one) => one.fingerprint === fingerprint);
      if (made) return { reused: { ...made.reused, run: `run_${run}` }, outputs: made.outputs, notes: made.notes };
    }
    return null;
  }
}

/** What the tasks of a log came to by themselves. */
function madeBy(log: readonly RunEvent[]): readonly (KnownResult & { readonly fingerprint: string })[] {
  return only(log, "task-start").flatMap(({ seq, data }) => {
    const end = only(log, "task-end").find((one) => one.seq > seq && one.data.task === data.task);
    if (end?.data.status !== "succeeded" || end.data.reused || !data.fingerprint) return [];
    if (end.data.attempt !== data.attempt) return [];
    const { task, provider, model, fingerprint } = data;
    return [
      { fingerprint, reused: { run: "", task, provider, model }, outputs: end.data.outputs, notes: end.data.notes },
    ];
  });
}

describe("what was done before in a conversation", () => {
  it("is done once, whatever happens to its runs, and costs nothing the second time", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(scenarios, moves), { minLength: 1, maxLength: 3 }), (asked) => {
        const conversation = new Conversation();
        for (const [scenario, chosen] of asked) {
          const run = new Simulation({ ...scenario, results: conversation });
          conversation.runs.push(run);
          play(run, chosen);
          run.finish(MAX_STEPS);
        }
        const made = conversation.runs.flatMap(({ log }) => madeBy(log).map(({ fingerprint }) => fingerprint));
        expect(new Set(made).size).toBe(made.length);
        for (const { log, state } of conversation.runs) {
          for (const { seq, data } of only(log, "task-end")) {
            if (!data.reused) continue;
            const origin = conversation.runs[Number(data.reused.run.slice("run_".length))];
            const source = madeBy(origin?.log ?? []).find(({ reused }) => reused.task === data.reused?.task);
            expect(data).toMatchObject({ status: "succeeded", outputs: source?.outputs });
            // Nothing was begun for it, so that nothing is set aside or paid.
            const before = log.slice(0, seq).findLast((event) => "task" in event.data && event.data.task === data.task);
            expect(before?.type).not.toBe("task-start");
          }
          // The log alone tells what became of it, without the results that it was decided by.
          expect(foldStored(log)).toEqual(JSON.parse(JSON.stringify(state)));
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe("what a result depends on", () => {
  const file = (id: string, name: string, sha256: string) => ({
    as: "resource" as const,
    kind: "image" as const,
    resource: {
      ...{ id, name, sha256, kind: "image" as const, mediaType: "image/png", bytes: 3, createdAt: 1 },
      origin: { by: "upload" as const },
    },
  });
  const type = { name: "optical-character-recognition", varies: false };
  const model = { provider: "embedded" as const, model: "a" };
  const of = (inputs: Parameters<typeof dependenceOf>[1]) => dependenceOf(type, inputs, model);

  it("is the content of a file and neither its name nor its id", () => {
    expect(of({ image: [file("res_1", "a.png", "aa")] })).toBe(of({ image: [file("res_2", "b.png", "aa")] }));
    expect(of({ image: [file("res_1", "a.png", "aa")] })).not.toBe(of({ image: [file("res_1", "a.png", "bb")] }));
  });

  it("is not the order in which arguments are written, but that of the values of one", () => {
    const [a, b] = [file("res_1", "a.png", "aa"), file("res_2", "b.png", "bb")];
    expect(of({ image: [a], mask: [b] })).toBe(of({ mask: [b], image: [a] }));
    expect(of({ image: [a, b] })).not.toBe(of({ image: [b, a] }));
  });

  it.each([
    ["the task type", { ...type, name: "image-to-text" }, model],
    ["the provider", type, { ...model, provider: "custom" as const }],
    ["the model", type, { ...model, model: "b" }],
    ["the model's version", type, { ...model, version: "2" }],
    ["the model's default arguments", type, { ...model, defaults: { num_beams: 4 } }],
  ])("is %s", (_, otherType, otherModel) => {
    const inputs = { image: [file("res_1", "a.png", "aa")] };
    expect(dependenceOf(otherType, inputs, otherModel)).not.toBe(of(inputs));
  });

  it("is nothing that can be told for a task that makes something new each time", () => {
    expect(dependenceOf({ name: "text-to-image", varies: true }, {}, model)).toBeNull();
  });

  it("is looked for once for the model whose turn it is, though it is the one that can be paid too", () => {
    const find = vi.fn(() => null);
    const run = new Simulation({ plan: planOf({ 0: [] }), results: { fingerprint: () => "same", find } });
    run.succeed("plan");
    expect(find).toHaveBeenCalledTimes(1);
  });
});
