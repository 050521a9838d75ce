import { afterAll, expect, it } from "vitest";
import { startFakes } from "../../../scripts/start-fakes/fakes.ts";
import { useServer } from "../use-server.ts";

const fakes = await startFakes(["text-to-image"]);
afterAll(() => fakes.stop());
const { client } = useServer(fakes.vars);
const LIMIT_MS = 60_000;
/** Names of providers that are nothing else's: "openai" is a maker of models that others run as well. */
const UNMISTAKABLE = ["workers-ai", "huggingface"];

/** A picture from one stand-in, as a person is told of it. */
async function told(provider: string, run = client()): Promise<string> {
  const message = {
    text: "",
    plan: [{ task: "text-to-image", id: 0, args: { text: "a lighthouse" } }],
    constraints: {
      provider: { allow: [provider], deny: UNMISTAKABLE.filter((name) => name !== provider) },
      ...(provider === "custom" ? {} : { model: { deny: ["fake/text-to-image"] } }),
    },
  };
  const { status, tasks, answer } = await run.wait((await run.start(message)).id);
  expect(status).toBe("succeeded");
  expect(tasks[0]?.attempts.at(-1)?.model).toMatch(new RegExp(`^${provider}:`));
  return answer ?? "";
}

it.each(["huggingface", "workers-ai", "openai", "custom"])(
  "an answer with a picture from the stand-in for %s says that it is fake",
  { timeout: LIMIT_MS },
  async (provider) => {
    expect(await told(provider)).toMatch(/\[?fake\\?\] made by a stand-in/);
  },
);
