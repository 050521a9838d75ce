import { exports } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import { goalSummary } from "../../src/http/mcp/goal-answer.ts";
import { chatCompletion } from "../../src/http/openai/schemas.ts";
import { type CallInit, expectStatus, ORIGIN, post } from "../http/caller.ts";
import { connect } from "../http/mcp/client.ts";
import { chat, deltasIn, PATH, user } from "../http/openai/chat.ts";
import { brokenDown, step } from "./goal-driver.ts";

/** The Worker as it is deployed. */
const call = async (path: string, { json, ...init }: CallInit = {}): Promise<Response> => {
  const headers = new Headers(init.headers);
  if (json !== undefined) headers.set("content-type", "application/json");
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return exports.default.fetch(new URL(path, ORIGIN).href, { ...init, ...body, headers });
};

/** Gives everybody here a model that makes one step of a goal. */
async function teach(): Promise<void> {
  const url = new URL(`/mind/${crypto.randomUUID()}`, inject("expertUrl")).href;
  const replies = [
    brokenDown(["greeting"], [step("greet", [], ["greeting"])]),
    { when: "do greet", say: "return { greeting: 'Hello' };" },
  ];
  await fetch(url, { method: "PUT", body: JSON.stringify(replies) });
  const model = { id: `our/mind-${crypto.randomUUID()}`, task: "text-generation", url, format: "json" };
  await expectStatus(await call("/v1/models", post(model)), 201);
}

const goalChat = (body: object) => chat({ model: "impresario-goal", messages: [user("Greet me")], ...body });

describe("a goal, by way of the deployed Worker", () => {
  it("is pursued by a chat completion, which brings its question, takes the answer and streams its steps", async () => {
    await teach();
    const first = await call(PATH, goalChat({ metadata: { checkIns: '{"plan": true}' } }));
    await expectStatus(first, 200);
    const asked = chatCompletion.strict().parse(await first.json());
    expect(asked.metadata).toEqual({ goal: asked.id, checkIn: 1 });
    const metadata = { goal: asked.id, checkIn: "1" };
    const answered = deltasIn(
      await (await call(PATH, goalChat({ messages: [user("yes")], metadata, stream: true }))).text(),
    );
    expect(answered.reasoning).toMatch(/greet begins: .+\ngreet done\n$/);
    expect(answered.content).toContain("Hello");
  });

  it("is pursued by a tool, whose call waits for its end", async () => {
    await teach();
    const client = await connect(call);
    const made = await client.callTool({ name: "pursue_goal", arguments: { goal: "Greet me" } });
    expect(goalSummary.strict().parse(made.structuredContent)).toMatchObject({
      ...{ status: "succeeded", steps: [{ name: "greet", status: "done" }] },
      outputs: [{ name: "greeting", reached: true, value: { kind: "text", text: "Hello" } }],
    });
    await client.close();
  });
});
