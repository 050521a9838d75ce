import { expect, it } from "vitest";
import { useServer } from "../use-server.ts";

/** Port 1 is `tcpmux`, which nothing listens on: connections are refused at once. */
const { client } = useServer({
  CONTROLLER: "openai",
  OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
  OPENAI_MODEL: "gone",
});
const LIMIT_MS = 60_000;

it("a request that asks for it by name is planned and answered by the embedded controller, which says so", {
  timeout: LIMIT_MS,
}, async () => {
  const api = client();
  const text = 'Is "I am very happy with it" positive or negative?';
  const run = await api.wait((await api.start({ text, controller: "openai", planning: "light" })).id);
  expect(run).toMatchObject({
    ...{ status: "succeeded", controller: "embedded", casting: { controller: "openai", planning: "light" } },
  });
  expect(run.understanding.join("\n")).toMatch(/language model could not be used \(.*cannot be reached/);
  expect(run.answer).toContain("positive");
  expect(run.answer).toContain("language model (openai) could not be used for the answer");
});

it("a request is planned and answered although the language model is dead, and says so", {
  timeout: LIMIT_MS,
}, async () => {
  const api = client();
  const run = await api.wait((await api.start({ text: 'Is "I am very happy with it" positive or negative?' })).id);
  expect(run.status).toBe("succeeded");
  expect(run.tasks.map(({ task }) => task)).toEqual(["text-classification"]);
  expect(run.answer).toContain("positive");
  // The gate may have learnt by now that it is dead, and asks it no more.
  const why = /language model could not be used \((?:.*cannot be reached|It failed so often that it is left alone)/;
  expect(run.understanding.join("\n")).toMatch(why);
});
