import { expect, test } from "vitest";
import { progressWords, readModel, shortModel } from "../../../../web/plan/words.ts";

test("a model's name may have colons of its own", () => {
  expect(readModel("huggingface:facebook/detr:hf-inference")).toEqual({
    provider: "huggingface",
    model: "facebook/detr:hf-inference",
  });
  expect(readModel("canny")).toEqual({ provider: "", model: "canny" });
  expect(shortModel("@cf/openai/whisper")).toBe("whisper");
});

test("how far a plan has come", () => {
  const tasks = ["succeeded", "failed", "skipped", "running"].map((status) => ({ status }));
  expect(progressWords(tasks)).toBe("1 of 4 tasks done, 1 failed, 1 skipped");
  expect(progressWords([{ status: "waiting" }])).toBe("0 of 1 task done");
});
