import { describe, expect, it } from "vitest";
import { HOOK_EXAMPLES } from "../../../src/client/command-line/hook-examples.ts";
import { ALICE, createCaller, expectStatus, post } from "../caller.ts";
import { SECRET } from "./setup.ts";

const EXAMPLE = /hooks add --source (\S+) --template "([^"]+)"/g;
const examples = [...HOOK_EXAMPLES.join("\n").matchAll(EXAMPLE)].map(
  ([, source = "", template = ""]) => [source, template] as const,
);

describe("the help of the command line", () => {
  it("has examples", () => expect(examples.length).toBeGreaterThan(1));

  it.each(examples)("shows a hook of %s that the server takes: %s", async (source, template) => {
    const hook = { source, template, ...(source === "slack" ? { secret: SECRET } : {}) };
    await expectStatus(await createCaller().as(ALICE)("/v1/hooks", post(hook)), 201);
  });
});
