import { describe, expect, it } from "vitest";
import { VISION_TASK_TYPES } from "../../../../src/domain/task-types/vision.ts";
import { VISION_EXPERTS } from "../../../../src/providers/embedded/vision/entries.ts";
import { MEMORY_BUDGET_BYTES } from "../../../../src/providers/memory-permits.ts";
import { callExpert } from "./call-expert.ts";
import { fixture } from "./fixtures.ts";

const INPUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "document-question-answering": { document: "note-1bit.png", question: "When does the museum open?" },
  "image-to-image": { image: "decode/rgb8.png", text: "blur" },
  "image-editing": { image: "decode/rgb8.png", text: "blur" },
  "visual-question-answering": { image: "decode/rgb8.png", question: "Is there a dog?" },
};

describe("every vision expert", () => {
  for (const entry of VISION_EXPERTS) {
    it(`${entry.model} fills exactly the ports of ${entry.taskType}`, async () => {
      const type = VISION_TASK_TYPES.find(({ name }) => name === entry.taskType);
      const inputs: Record<string, Uint8Array | string> = {};
      for (const [port, value] of Object.entries(INPUTS[entry.taskType] ?? { image: "note-1bit.png" })) {
        inputs[port] = port === "image" || port === "document" ? await fixture(value) : value;
      }
      const { outputs } = await callExpert(entry.taskType, inputs);
      expect(Object.keys(outputs).sort()).toEqual(type?.outputs.map(({ name }) => name).sort());
    });

    it(`${entry.model} for ${entry.taskType} fits the isolate's memory budget`, () => {
      expect(entry.memoryBytes).toBeLessThanOrEqual(MEMORY_BUDGET_BYTES);
    });
  }

  it("does a task type once", () => {
    const types = VISION_EXPERTS.map(({ taskType }) => taskType);
    expect(new Set(types).size).toBe(types.length);
  });
});
