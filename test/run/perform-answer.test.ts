import { expect, it } from "vitest";
import { readConstraints } from "../../src/planning/embedded/constraints/stored.ts";
import { perform, type Stages } from "../../src/run/index.ts";
import { NO_LIMITS } from "../../src/run/language-meter.ts";
import { BARE_DEPLOYMENT } from "../deployment-facts.ts";
import { ALONE } from "../execution/parts.ts";
import { poolOfEndpoints } from "../expert-pools.ts";
import { planned } from "../planning/embedded/case.ts";
import { attachedFile, file, gave, ontology, runOf } from "../response/runs.ts";

const nothing = (): Promise<never> => Promise.reject(new Error("nothing is read or written here"));

it.each([
  ["only apache 2.0 models please - how many dogs?", /^2 dogs\.$/m],
  ["Is there a cat? Use a model under 3B parameters", /^Yes: 1 cat\.$/m],
  ["how many dogs and cats, for at most 5 cents", /^2 dogs\. 1 cat\.$/m],
])("an answer takes no word that restricts models or spending for what is asked: %s", async (request, said) => {
  const dog = { label: "dog", score: null, box: { xmin: 0, ymin: 0, xmax: 9, ymax: 9 } };
  const objects = { as: "data", kind: "data", data: [dog, dog, { ...dog, label: "cat" }] } as const;
  const attached = [attachedFile("pets.jpg")];
  const reply = await planned({ text: request, attached, log: [], ontology });
  const found = { type: "object-detection", args: { image: file("pets.jpg") }, work: gave({ objects }) };
  const understanding = reply.as === "plan" ? reply.understanding : undefined;
  const state = runOf([found], { request, attached, ...(understanding ? { understanding } : {}) });
  const told: string[] = [];
  const answer = ({ text }: { readonly text: string }): null => {
    told.push(text);
    return null;
  };
  const stages: Stages = {
    ...ALONE,
    ...{ ontology, deployment: BARE_DEPLOYMENT, providers: [], readConstraints },
    controller: { name: "embedded", plan: nothing, answer },
    expertPool: async () => poolOfEndpoints([]),
    ...{ importUrl: nothing, removeFetched: nothing, open: nothing, save: nothing },
  };
  const outcome = await perform(
    {
      ...{ tenant: "", conversation: "", run: "run_1", work: "answer", attempt: 1, timeoutMs: 1000 },
      job: { do: "answer", state, allowance: NO_LIMITS },
    },
    stages,
    new AbortController().signal,
    { progress: () => {}, answer: () => {} },
  );
  expect(outcome).toMatchObject({ as: "answered", text: expect.stringMatching(said) });
  expect(told).toEqual([request]);
});
