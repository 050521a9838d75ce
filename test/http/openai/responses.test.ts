import { describe, expect, it } from "vitest";
import { failure } from "../../../src/domain/errors.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import { err } from "../../../src/domain/result.ts";
import type { ResponseView } from "../../../src/http/openai/responses/schemas.ts";
import { ALICE, type CallInit, expectStatus, post, upload } from "../caller.ts";
import { createBackstage } from "../doubles.ts";
import { ANSWER, ANSWERS, createChat, errorOf, posted } from "./chat.ts";

const PATH = "/openai/v1/responses";
const SPEAKING = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_MODEL: "a/model" };
const TOOL = { type: "function", name: "look_up", parameters: { type: "object", properties: {} } };
const asking = (body: object, headers: Record<string, string> = {}): CallInit =>
  post({ model: "impresario", input: "Hello", ...body }, headers);
async function viewOf(response: Response): Promise<ResponseView> {
  await expectStatus(response, 200);
  return response.json();
}

const CALLS: readonly EventBody[] = [
  {
    type: "plan-end",
    data: {
      ...{ attempt: 1, version: 1, controller: "openai", fetched: [], referenced: [], durationMs: 1 },
      planned: { as: "reply", text: "It has to call.", calls: [{ tool: "look_up", arguments: {} }] },
    },
  },
  { type: "run-end", data: { status: "succeeded", answer: "It has to call." } },
];

describe("the items of a request for a response", () => {
  it("say nothing where they are of other types, and are counted in faults", async () => {
    const app = createChat();
    const reasoning = { type: "reasoning", id: "rs_1", summary: [] };
    const said = { role: "user", content: "Hello" };
    const answered = await app.as(ALICE)(PATH, asking({ input: [reasoning, said, reasoning] }));
    await expectStatus(answered, 200);
    expect(answered.headers.get("x-impresario-ignored")).toBeNull();
    expect(posted(app)[0]).toMatchObject({ text: "Hello" });
    const speaking = createChat(ANSWERS, createBackstage("keys", SPEAKING));
    const output = { type: "function_call_output", call_id: "nobody's", output: "" };
    const body = asking({ tools: [TOOL], input: [reasoning, said, reasoning, output] });
    const { param } = await errorOf(await speaking.as(ALICE)(PATH, body), 400);
    expect(param).toBe("input[3].tool_call_id");
  });

  it("have their results told though other items follow", async () => {
    const app = createChat(ANSWERS, createBackstage("keys", SPEAKING));
    const input = [
      { role: "user", content: "Look it up" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "I will." }] },
      { type: "function_call", call_id: "a", name: "look_up", arguments: "{}" },
      { type: "function_call_output", call_id: "a", output: "One" },
      { type: "reasoning", id: "rs_1", summary: [] },
      { role: "developer", content: "Be brief." },
    ];
    await expectStatus(await app.as(ALICE)(PATH, asking({ tools: [TOOL], input })), 200);
    expect(posted(app)).toMatchObject([{ text: "Look it up", tools: { called: [{ result: "One" }] } }]);
  });

  it("are for the files of the response before, where they answer its calls", async () => {
    const app = createChat(CALLS, createBackstage("keys", SPEAKING));
    const call = app.as(ALICE);
    const { id: file_id } = await upload(call, "Bees make honey.", "bees.txt");
    const content = [
      { type: "input_text", text: "Look it up" },
      { type: "input_file", file_id },
    ];
    const first = await viewOf(await call(PATH, asking({ tools: [TOOL], input: [{ role: "user", content }] })));
    const [made] = first.output.flatMap((item) => (item.type === "function_call" ? [item.call_id] : []));
    const input = [{ type: "function_call_output", call_id: made, output: "One" }];
    await viewOf(await call(PATH, asking({ tools: [TOOL], input, previous_response_id: first.id })));
    const [, second] = posted(app);
    expect(second).toMatchObject({ text: "Look it up", attached: [expect.anything()] });
  });

  it("leave what chat requests alone have aside, and say so", async () => {
    const app = createChat();
    const answered = await app.as(ALICE)(PATH, asking({ stop: ["honey"], max_tokens: 1, top_p: 1 }));
    expect(answered.headers.get("x-impresario-ignored")).toBe("top_p, stop, max_tokens");
    expect((await viewOf(answered)).output).toMatchObject([{ content: [{ text: ANSWER }] }]);
  });
});

describe("tools that OpenAI runs", () => {
  it("are refused for what they are", async () => {
    const response = await createChat().as(ALICE)(PATH, asking({ tools: [{ type: "web_search" }] }));
    expect(await errorOf(response, 400)).toMatchObject({
      ...{ param: "tools[0].type", message: expect.stringContaining("OpenAI runs") },
    });
  });
});

describe("a response that is read later", () => {
  it("is whole where its request is repeated after its end", async () => {
    const call = createChat().as(ALICE);
    const ask = () => call(PATH, asking({ background: true }, { "idempotency-key": "one" }));
    const [first, again] = [await viewOf(await ask()), await viewOf(await ask())];
    expect(again).toMatchObject({ id: first.id, status: "completed", output: [{ content: [{ text: ANSWER }] }] });
  });

  it("has an error of a code and a message", async () => {
    const error = failure("no-model", "Nothing does it");
    const how = { attempt: 1, version: 1, controller: "user", fetched: [], referenced: [], durationMs: 1 };
    const failing: readonly EventBody[] = [
      { type: "plan-end", data: { ...how, planned: { as: "failed", error } } },
      { type: "run-end", data: { status: "failed", answer: "" } },
    ];
    const call = createChat(failing).as(ALICE);
    const { id } = await viewOf(await call(PATH, asking({ background: true })));
    const read = await viewOf(await call(`${PATH}/${id}`));
    expect(read).toMatchObject({ status: "failed" });
    expect(Object.keys(read.error ?? {})).toEqual(["code", "message"]);
  });

  it("is streamed once more, whole or behind the event that is known", async () => {
    const call = createChat().as(ALICE);
    const first = await (await call(PATH, asking({ stream: true }))).text();
    const numberOf = (frame: string): number => JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? "").sequence_number;
    const framesOf = (text: string) => text.split("\n\n").filter((frame) => frame.startsWith("event: "));
    const frames = framesOf(first);
    const id = JSON.parse(/^data: (.*)$/m.exec(frames[0] ?? "")?.[1] ?? "").response.id as string;
    const again = framesOf(await (await call(`${PATH}/${id}?stream=true`)).text());
    expect(again.map(numberOf)).toEqual(frames.map((_, at) => at));
    // What the request said besides is not kept, and stands in the response that frames hold.
    const without = (all: readonly string[]) => all.filter((frame) => !frame.includes('"response":'));
    expect(without(again)).toEqual(without(frames));
    const rest = framesOf(await (await call(`${PATH}/${id}?stream=true&starting_after=3`)).text());
    expect(rest).toEqual(again.slice(4));
    expect(await (await call(`${PATH}/${id}?stream=true&starting_after=999`)).text()).not.toContain("event:");
    await errorOf(await call(`${PATH}/${id}?stream=true&starting_after=-1`), 400);
  });

  it("has what it was asked as one item, with its files", async () => {
    const app = createChat();
    const call = app.as(ALICE);
    const { id } = await upload(call, new TextEncoder().encode("One. Two."), "notes.txt");
    const content = [
      { type: "input_text", text: "Count notes.txt" },
      { type: "input_file", file_id: id },
    ];
    const made = await viewOf(await call(PATH, asking({ input: [{ role: "user", content }] })));
    const items = await call(`${PATH}/${made.id}/input_items`);
    expect(await items.json()).toMatchObject({
      data: [
        {
          ...{ type: "message", role: "user" },
          content: [
            { type: "input_text", text: "Count notes.txt" },
            { type: "input_file", file_id: id, filename: "notes.txt" },
          ],
        },
      ],
      has_more: false,
    });
    await errorOf(await call(`${PATH}/run_00/input_items`), 404);
  });

  it("has the results of functions that it was asked with, under the caller's ids, in pages", async () => {
    const app = createChat(ANSWERS, createBackstage("keys", SPEAKING));
    const call = app.as(ALICE);
    const input = [
      { role: "user", content: "Look it up" },
      { type: "function_call", call_id: "call_a", name: "look_up", arguments: '{"n":1}' },
      { type: "function_call", call_id: "call_b", name: "look_up", arguments: "not JSON" },
      { type: "function_call_output", call_id: "call_a", output: "One" },
      { type: "function_call_output", call_id: "call_b", output: [{ type: "input_text", text: "Two" }] },
    ];
    const { id } = await viewOf(await call(PATH, asking({ tools: [TOOL], input })));
    interface Page {
      readonly data: readonly object[];
      readonly first_id: string;
      readonly last_id: string;
    }
    const page = async (query: string): Promise<Page> => (await call(`${PATH}/${id}/input_items${query}`)).json();
    const all = await page("?order=asc");
    expect(all).toMatchObject({
      data: [
        { type: "message", content: [{ text: "Look it up" }] },
        { type: "function_call", call_id: "call_a", name: "look_up", arguments: '{"n":1}' },
        { type: "function_call_output", call_id: "call_a", output: "One" },
        { type: "function_call", call_id: "call_b", arguments: "not JSON" },
        { type: "function_call_output", call_id: "call_b", output: "Two" },
      ],
      has_more: false,
    });
    const newest = await page("?limit=2");
    expect(newest).toMatchObject({ data: all.data.toReversed().slice(0, 2), has_more: true });
    const rest = await page(`?after=${newest.last_id}`);
    expect(rest).toMatchObject({ data: all.data.toReversed().slice(2), has_more: false, last_id: all.first_id });
    const fault = await errorOf(await call(`${PATH}/${id}/input_items?after=item_0`), 400);
    expect(fault).toMatchObject({ param: "after" });
  });

  it("is not deleted where nobody can tell what else is in its conversation", async () => {
    const app = createChat();
    const { id } = await viewOf(await app.as(ALICE)(PATH, asking({})));
    const [double] = app.backstage.conversations.values();
    if (double) double.read = async () => err(failure("internal", "It is restarting"));
    await expectStatus(await app.as(ALICE)(`${PATH}/${id}`, { method: "DELETE" }), 500);
    expect(double?.removed).toBe(false);
  });
});
