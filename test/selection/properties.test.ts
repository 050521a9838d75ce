import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createExpertPool } from "../../src/catalogue/expert-pool.ts";
import { buildSnapshot } from "../../src/catalogue/snapshot/snapshot.ts";
import type { Constraints } from "../../src/domain/constraints.ts";
import type { Expert, ExpertPool, Health } from "../../src/domain/experts.ts";
import { PROVIDERS } from "../../src/domain/provider-names.ts";
import type { TaskSelection } from "../../src/domain/selection.ts";
import { MAX_CANDIDATES, selectModels } from "../../src/selection/index.ts";
import { model, endpoint as place } from "../catalogue/snapshot/models.ts";
import { expert, planOf, poolOf, price, satisfying, score, task } from "./experts.ts";
import {
  breaks,
  LANGUAGE_NAMES,
  LANGUAGES,
  LICENCE_NAMES,
  LICENCES,
  MAKERS,
  MODEL_NAMES,
  MODELS,
  PROVIDER_NAMES,
} from "./oracle.ts";

const TASK_TYPE = "automatic-speech-recognition";
const perhaps = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const some = <Value>(...values: readonly Value[]) => fc.subarray([...values], { minLength: 1 });

const figures = fc.record({
  value: fc.integer({ min: 1, max: 12 }),
  benchmark: fc.constantFrom("Common Voice 9.0", "common_voice_9_0", "LibriSpeech"),
  config: fc.constantFrom("en", "de"),
  confidence: fc.constantFrom("verified" as const, "sure" as const, "unsure" as const),
});
const mostlySure = fc.constantFrom("sure" as const, "verified" as const, "unsure" as const);
const anExpert = fc
  .record({
    provider: fc.constantFrom(...PROVIDERS),
    maker: fc.constantFrom(...MAKERS),
    name: fc.constantFrom(...MODELS),
    licence: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...LICENCES) },
      fc.string({ maxLength: 40 }).map((text) => `zz${text}`),
    ),
    licenceConfidence: mostlySure,
    parametersConfidence: mostlySure,
    bytesConfidence: mostlySure,
    hosted: fc.constantFrom("here" as const, "elsewhere" as const, null),
    grade: fc.constantFrom("full" as const, "stand-in" as const),
    parameters: perhaps(fc.constantFrom(0, 1e8, 1e9, 7e9)),
    bytes: perhaps(fc.constantFrom(1e8, 2e9)),
    languages: perhaps(fc.subarray([...LANGUAGES])),
    downloads: perhaps(fc.nat(1e7)),
    gated: perhaps(fc.boolean()),
    scores: fc.array(figures, { maxLength: 3 }),
    usd: perhaps(fc.constantFrom(0, 0.01, 5)),
  })
  .map(({ provider, maker, name, scores, usd, hosted, ...facts }) =>
    expert(provider, `${maker}${name}`, {
      ...facts,
      ...(hosted === null || provider !== "custom" ? {} : { stated: { hosted } }),
      taskType: TASK_TYPE,
      scores: scores.map(({ value, ...stated }) => score(value, stated)),
      prices: usd === null ? [] : [price(usd)],
    }),
  );
/** An endpoint is there once. */
const experts = (maxLength: number) =>
  fc.uniqueArray(anExpert, { maxLength, selector: ({ endpoint }) => `${endpoint.provider}:${endpoint.model}` });
const health: fc.Arbitrary<Readonly<Record<string, Health>>> = fc.dictionary(
  fc.constantFrom("custom:whisper", "openai:openai/parakeet", "huggingface:facebook/wav2vec2", "workers-ai:canary"),
  fc.record({
    calls: fc.constant(10),
    failures: fc.nat(10),
    medianMs: perhaps(fc.constantFrom(500, 5_000)),
  }),
);

const oneConstraint: fc.Arbitrary<Constraints> = fc.oneof(
  some(...LICENCE_NAMES).map((allow) => ({ licence: { allow } })),
  some(...LICENCE_NAMES).map((deny) => ({ licence: { deny } })),
  some(...PROVIDER_NAMES).map((allow) => ({ provider: { allow } })),
  some(...PROVIDER_NAMES).map((deny) => ({ provider: { deny } })),
  some(...MODEL_NAMES).map((allow) => ({ model: { allow } })),
  some(...MODEL_NAMES).map((deny) => ({ model: { deny } })),
  fc.constantFrom(1e8, 2e9).map((max) => ({ size: { max } })),
  fc.constantFrom(1e8, 2e9).map((min) => ({ size: { min } })),
  fc.constantFrom(1e8, 1e9).map((maxBytes) => ({ size: { maxBytes } })),
  fc.constantFrom("smallest" as const, "largest" as const).map((prefer) => ({ size: { prefer } })),
  fc.constant<Constraints>({ prefer: "cheapest" }),
  fc.constantFrom(...LANGUAGE_NAMES).map((language) => ({ language })),
  fc.constantFrom(0, 1).map((maxUsd) => ({ price: { maxUsd } })),
  fc.constant({ latency: { maxMs: 1_000 } }),
  fc.constant<Constraints>({ gated: false }),
  fc.constant<Constraints>({ benchmark: { name: "Common Voice", prefer: "best" } }),
  fc.nat(12).map((atLeast) => ({ benchmark: { name: "Common Voice english", atLeast } })),
);
const constraints = fc.array(oneConstraint, { maxLength: 4 });

const selectFrom = (
  all: readonly Expert[],
  asked: readonly Constraints[],
  recent: Readonly<Record<string, Health>>,
): TaskSelection =>
  selectModels(planOf(TASK_TYPE), poolOf(all, { health: recent }), asked).selection[0] ?? {
    candidates: [],
    missing: "nothing",
  };
const keysOf = ({ candidates }: TaskSelection) => candidates.map(({ provider, model }) => `${provider}:${model}`);
const candidatesIn = (all: readonly Expert[], selection: TaskSelection): readonly Expert[] =>
  all.filter(({ endpoint }) => keysOf(selection).includes(`${endpoint.provider}:${endpoint.model}`));

/** In their order. */
const candidatesOf = (...given: Parameters<typeof selectFrom>): readonly Expert[] =>
  keysOf(selectFrom(...given)).flatMap(
    (key) => given[0].find(({ endpoint }) => `${endpoint.provider}:${endpoint.model}` === key) ?? [],
  );

/** Of models of a catalogue, and of endpoints of our own. */
async function realPool(all: readonly Expert[]): Promise<ExpertPool> {
  const isOurs = ({ endpoint }: Expert): boolean => ["custom", "embedded"].includes(endpoint.provider);
  const models = all
    .filter((one) => !isOurs(one))
    .map(({ endpoint, facts, prices }, at) =>
      model(`${facts.id}-${at}`, {
        ...{ ...facts, id: `${facts.id}-${at}` },
        tasks: [TASK_TYPE],
        endpoints: [place(endpoint.provider, endpoint.model, TASK_TYPE, { prices })],
      }),
    );
  const endpoints = all.filter(isOurs).map(({ endpoint, facts: { parameters, languages } }) => ({
    ...endpoint,
    stated: {
      ...endpoint.stated,
      ...(parameters === null ? {} : { parameters }),
      ...(languages === null ? {} : { languages }),
    },
  }));
  const snapshot = await buildSnapshot(models, { id: "property", publishedAt: null });
  return createExpertPool({ snapshot, endpoints, isOn: () => true, health: () => null });
}

describe("whatever the pool and whatever is asked", () => {
  it("no candidate breaks a constraint, and none that keeps them all is left out while there is room", () => {
    fc.assert(
      fc.property(experts(12), constraints, health, (all, asked, recent) => {
        const selection = selectFrom(all, asked, recent);
        const keeping = all.filter((one) => !asked.some((said) => breaks(one, said, all, recent)));
        for (const one of candidatesIn(all, selection)) expect(keeping).toContain(one);
        expect(selection.candidates).toHaveLength(Math.min(MAX_CANDIDATES, keeping.length));
      }),
      { numRuns: 400 },
    );
  });

  it("one more constraint adds no model to those that satisfy all", () => {
    fc.assert(
      fc.property(experts(3 * MAX_CANDIDATES), constraints, oneConstraint, health, (all, asked, more, recent) => {
        const pool = poolOf(all, { health: recent });
        const before = satisfying(task(0, TASK_TYPE), pool, asked);
        const after = satisfying(task(0, TASK_TYPE), pool, [...asked, more]);
        for (const one of after) expect(before).toContain(one);
      }),
      { numRuns: 300 },
    );
  });

  it("candidates are the first of those that satisfy all", () => {
    fc.assert(
      fc.property(experts(3 * MAX_CANDIDATES), constraints, health, (all, asked, recent) => {
        const left = satisfying(task(0, TASK_TYPE), poolOf(all, { health: recent }), asked);
        const candidates = candidatesIn(all, selectFrom(all, asked, recent));
        for (const one of candidates) expect(left).toContain(one);
        expect(candidates).toHaveLength(Math.min(MAX_CANDIDATES, left.length));
      }),
    );
  });

  it("no candidate of a real pool breaks a constraint, whoever brought it", async () => {
    await fc.assert(
      fc.asyncProperty(experts(12), constraints, async (all, asked) => {
        const pool = await realPool(all);
        const known = pool.experts(TASK_TYPE);
        const keeping = known.filter((one) => !asked.some((said) => breaks(one, said, known, {})));
        const selection = selectModels(planOf(TASK_TYPE), pool, asked).selection[0] ?? { candidates: [] };
        for (const one of candidatesIn(known, selection)) expect(keeping).toContain(one);
        expect(selection.candidates).toHaveLength(Math.min(MAX_CANDIDATES, keeping.length));
      }),
      { numRuns: 100 },
    );
  });

  it("the answer is the same however the pool is listed", () => {
    fc.assert(
      fc.property(
        experts(12).chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        constraints,
        health,
        ([all, shuffled], asked, recent) => {
          expect(selectFrom(shuffled, asked, recent)).toEqual(selectFrom(all, asked, recent));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("the answer is the same whatever was asked of the same experts before", () => {
    fc.assert(
      fc.property(experts(12), fc.array(fc.tuple(constraints, health), { maxLength: 12 }), (all, turns) => {
        const pool = poolOf(all);
        for (const [asked, recent] of turns) {
          const now = { ...pool, health: poolOf([], { health: recent }).health };
          expect(selectModels(planOf(TASK_TYPE), now, asked).selection[0]).toEqual(selectFrom(all, asked, recent));
        }
      }),
      { numRuns: 200 },
    );
  });

  it("the order of two does not depend on the others", () => {
    fc.assert(
      fc.property(experts(MAX_CANDIDATES), health, (all, recent) => {
        const unmeasured = all.map((one) => ({ ...one, facts: { ...one.facts, scores: [] } }));
        const order = keysOf(selectFrom(unmeasured, [], recent));
        for (const [place, key] of order.entries()) {
          const rest = unmeasured.filter(({ endpoint }) =>
            order.slice(place).includes(`${endpoint.provider}:${endpoint.model}`),
          );
          expect(keysOf(selectFrom(rest, [], recent))[0]).toBe(key);
        }
      }),
    );
  });

  it("what was considered is what was removed and what is left", () => {
    fc.assert(
      fc.property(experts(MAX_CANDIDATES), constraints, health, (all, asked, recent) => {
        const { considered, removed = [], candidates, missing } = selectFrom(all, asked, recent);
        const gone = removed.reduce((sum, { count }) => sum + count, 0);
        if (considered !== undefined) expect(gone + candidates.length).toBe(considered);
        for (const { count, models } of removed) expect(models).toHaveLength(Math.min(count, 5));
        expect(missing === undefined).toBe(candidates.length > 0);
      }),
    );
  });

  it("candidates are the first in order, no more than two of a model while others wait, then the first of the rest", () => {
    const unnamed = constraints.map((all) => all.filter(({ model, benchmark }) => !model && !benchmark));
    fc.assert(
      fc.property(experts(4 * MAX_CANDIDATES), unnamed, health, (measured, asked, recent) => {
        const all = measured.map((one) => ({ ...one, facts: { ...one.facts, scores: [] } }));
        const inOrder: Expert[] = [];
        let rest = all;
        for (let [next] = candidatesOf(rest, asked, recent); next; [next] = candidatesOf(rest, asked, recent)) {
          const first = next;
          inOrder.push(first);
          rest = rest.filter((one) => one !== first);
        }
        const idOf = ({ facts }: Expert): string => facts.id;
        const isThird = (one: Expert, place: number): boolean =>
          inOrder.slice(0, place).filter((other) => idOf(other) === idOf(one)).length >= 2;
        const [thirds, others] = [inOrder.filter(isThird), inOrder.filter((one, place) => !isThird(one, place))];
        const chosen = new Set([...others, ...thirds].slice(0, MAX_CANDIDATES));
        expect(candidatesOf(all, asked, recent)).toEqual(inOrder.filter((one) => chosen.has(one)));
      }),
      { numRuns: 300 },
    );
  });

  it("where the budget is in money every candidate tells what it costs", () => {
    fc.assert(
      fc.property(experts(12), constraints, (all, asked) => {
        const before = satisfying(task(0, TASK_TYPE), poolOf(all), asked);
        const after = satisfying(task(0, TASK_TYPE), poolOf(all), asked, { budget: { usd: 1 } });
        const tells = ({ endpoint, prices }: Expert) =>
          prices.length > 0 || endpoint.provider === "custom" || endpoint.provider === "embedded";
        expect(new Set(after)).toEqual(new Set(before.filter(tells)));
      }),
    );
  });

  it("a stand-in comes after every real model", () => {
    fc.assert(
      fc.property(experts(12), constraints, health, (all, asked, recent) => {
        const selection = selectFrom(all, asked, recent);
        const standIns = new Set(
          all
            .filter(({ endpoint }) => endpoint.grade === "stand-in")
            .map(({ endpoint }) => `${endpoint.provider}:${endpoint.model}`),
        );
        const grades = keysOf(selection).map((key) => Number(standIns.has(key)));
        expect(grades).toEqual(grades.toSorted());
      }),
    );
  });
});
