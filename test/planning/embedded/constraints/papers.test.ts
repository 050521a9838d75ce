import { describe, expect, it } from "vitest";
import type { AskedBudget, Constraints } from "../../../../src/domain/constraints.ts";
import { readConstraints } from "../../../../src/planning/embedded/constraints/index.ts";

const PRINTED = "Transcribe the audio from ./audio_1.wav and find entity tokens";
const IS_SMALLEST: Constraints = { size: { prefer: "smallest" } };
const IS_OF_TWO_FAMILIES: Constraints = { licence: { allow: ["OpenRAIL++", "DeepSeek"] } };
const best = (name: string, task?: string): Constraints => ({
  benchmark: { name, prefer: "best", ...(task === undefined ? {} : { for: task }) },
});

describe("what HIVE's section 4.5 and appendix B ask of the models of one request", () => {
  it.each<[restriction: string, constraints: Constraints]>([
    [", only use Openrail++ and Deepseek", IS_OF_TWO_FAMILIES],
    [". License restrictions: only use Openrail++ and Deepseek", IS_OF_TWO_FAMILIES],
    [". Use openrail++ & deepseek licensed models.", IS_OF_TWO_FAMILIES],
    [". Use the smallest possible model.", IS_SMALLEST],
    [". Use the smallest model available for each task.", IS_SMALLEST],
    [" using the smallest model available for each task", IS_SMALLEST],
    [". Use the model having the best results on common voice english.", best("common voice english")],
    [". Filter for the model with the best results on common voice english.", best("common voice english")],
    [
      ". Choose the automatic speech recognition model with the best performance on common voice english.",
      best("common voice english", "automatic-speech-recognition"),
    ],
    [
      ". For the speech recognition, use the model with the best results on common voice english.",
      best("common voice english", "automatic-speech-recognition"),
    ],
    ["; for the entities use the model that is best on CoNLL-2003", best("CoNLL-2003", "token-classification")],
  ])("is read: …%s", (restriction, constraints) => {
    const read = readConstraints(`${PRINTED}${restriction}`);
    expect(read.constraints).toEqual(constraints);
    expect(read.budget).toEqual({});
  });
});

describe("models that may not be used", () => {
  it.each<[request: string, deny: readonly string[]]>([
    [`${PRINTED}, but not whisper`, ["whisper"]],
    [`${PRINTED}, but not with whisper`, ["whisper"]],
    [`${PRINTED}, but avoid whisper`, ["whisper"]],
    [`${PRINTED}, but avoid openai/whisper-large-v2`, ["openai/whisper-large-v2"]],
    [`${PRINTED}, anything but whisper`, ["whisper"]],
    ["Caption dogs.jpg with any model except BLIP and GIT", ["BLIP", "GIT"]],
    ["Caption dogs.jpg. Use any model except BLIP and GIT.", ["BLIP", "GIT"]],
    ["Caption dogs.jpg. Any model is fine except BLIP and GIT.", ["BLIP", "GIT"]],
  ])("are read: %s", (request, deny) => {
    expect(readConstraints(request).constraints).toEqual({ model: { deny } });
  });
});

describe("what may be spent", () => {
  const BOTH: AskedBudget = { usd: 50, timeMs: 2 * 3_600_000 };
  it.each([
    "Transcribe talk.wav and summarise it within a budget of 50 dollars and two hours",
    "Within a budget of 50 dollars and two hours, transcribe talk.wav",
    "Transcribe talk.wav with a budget of $50 and 2 hours",
    `I have a budget of 50 dollars and two hours. ${PRINTED}`,
  ])("is read, money and time: %s", (request) => {
    const { constraints, budget } = readConstraints(request);
    expect(budget).toEqual(BOTH);
    expect(constraints).toEqual({});
  });
});
