import { describe, expect, it } from "vitest";
import { MAX_INSTRUCTION_CHARS, MAX_RESULT_CHARS, MAX_TOOLS_CHARS } from "../../../src/domain/caller-tools.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import { chatCompletion } from "../../../src/http/openai/schemas.ts";
import { ALICE, expectStatus } from "../caller.ts";
import { createBackstage } from "../doubles.ts";
import { ANSWERS, assistant, chat, createChat, deltasIn, errorOf, framesIn, PATH, posted, user } from "./chat.ts";

const SPEAKING = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_MODEL: "a/model" };
const speaking = (script: readonly EventBody[] = ANSWERS) => createChat(script, createBackstage("keys", SPEAKING));
const tool = (name: string, more: object = {}) => ({ type: "function", function: { name, ...more } });
const LOOK_UP = tool("look_up", { description: "Looks it up", parameters: { type: "object", properties: {} } });
const call = (id: string, given = "{}") => ({ id, type: "function", function: { name: "look_up", arguments: given } });
const gave = (id: string, content: unknown) => ({ role: "tool", tool_call_id: id, content });
const calling = (...calls: readonly object[]) => ({ role: "assistant", content: null, tool_calls: calls });

const CALLS: readonly EventBody[] = [
  {
    type: "plan-end",
    data: {
      ...{ attempt: 1, version: 1, controller: "openai", fetched: [], referenced: [], durationMs: 1 },
      planned: { as: "reply", text: "It has to call.", calls: [{ tool: "look_up", arguments: { n: 1 } }] },
    },
  },
  { type: "answer-delta", data: { attempt: 0, text: "It has to call." } },
  { type: "run-end", data: { status: "succeeded", answer: "It has to call." } },
];

describe("tools in a chat request", () => {
  it("go to the run, with instructions and what was called", async () => {
    const app = speaking();
    const long = "a".repeat(6_000);
    const messages = [
      { role: "system", content: "Be brief." },
      user("Before"),
      assistant("Yes."),
      user("Look it up"),
      calling(call("a", '{"n": 1}'), call("b", "not JSON")),
      gave("a", [{ type: "text", text: "One" }]),
      gave("b", "b".repeat(MAX_RESULT_CHARS + 9)),
    ];
    const tools = [LOOK_UP, tool("other", { description: long })];
    const response = await app.as(ALICE)(PATH, chat({ messages, tools }));
    await expectStatus(response, 200);
    expect(response.headers.get("x-impresario-ignored")).toBe("messages.tool");
    expect(posted(app)).toMatchObject([
      {
        text: "Look it up",
        history: [{ text: "Before" }, { text: "Yes." }],
        tools: {
          tools: [
            { name: "look_up", description: "Looks it up" },
            { name: "other", description: long, parameters: { type: "object", properties: {} } },
          ],
          ...{ choice: "auto", isParallel: true, instructions: "Be brief." },
          called: [
            { tool: "look_up", arguments: { n: 1 }, result: "One" },
            { tool: "look_up", arguments: "not JSON", result: `${"b".repeat(MAX_RESULT_CHARS - 8)} [… cut]` },
          ],
        },
      },
    ]);
  });

  it("keep to a text what is nested too deep", async () => {
    const app = speaking();
    const deep = "[".repeat(20_000);
    const messages = [user("Look it up"), calling(call("a", deep)), gave("a", "One")];
    await expectStatus(await app.as(ALICE)(PATH, chat({ messages, tools: [LOOK_UP] })), 200);
    const [{ tools } = {}] = posted(app);
    expect(tools?.called[0]?.arguments).toBe(deep);
  });

  it.each<[string, readonly object[], string]>([
    ["instructions", [{ role: "system", content: "Be brief." }], "Look it up"],
    ["a text of the user's", [user("In German")], "Look it up\n\nIn German"],
    ["both", [{ role: "developer", content: "Be brief." }, user("In German")], "Look it up\n\nIn German"],
  ])("keep their results with %s behind them", async (_, behind, text) => {
    const app = speaking();
    const before = [user("Before"), assistant("Yes."), user("Look it up")];
    const exchange = [assistant("I will."), calling(call("a")), gave("a", "One"), calling(call("b")), gave("b", "Two")];
    const messages = [...before, ...exchange, ...behind];
    await expectStatus(await app.as(ALICE)(PATH, chat({ messages, tools: [LOOK_UP] })), 200);
    expect(posted(app)).toMatchObject([
      {
        text,
        history: [{ text: "Before" }, { text: "Yes." }],
        tools: { called: [{ result: "One" }, { result: "Two" }] },
      },
    ]);
  });

  it("are read no further than anybody is told", async () => {
    const long = "a".repeat(700_000);
    const many = Array.from({ length: 70 }, (_, n) => [calling(call(`${n}`)), gave(`${n}`, n < 6 ? long : `${n}`)]);
    const system = { role: "system", content: long };
    const messages = [system, user("Look it up"), ...many.flat()];
    const silent = createChat();
    await expectStatus(await silent.as(ALICE)(PATH, chat({ messages, tools: [LOOK_UP] })), 200);
    const app = speaking();
    const response = await app.as(ALICE)(PATH, chat({ messages, tools: [LOOK_UP] }));
    await expectStatus(response, 200);
    expect(response.headers.get("x-impresario-ignored")).toBe("messages.system, messages.tool");
    const [{ tools } = {}] = posted(app);
    expect(tools?.called.map(({ result }) => result)).toEqual(Array.from({ length: 64 }, (_, n) => `${n + 6}`));
    expect(tools?.instructions).toBe(`${"a".repeat(MAX_INSTRUCTION_CHARS - 8)} [… cut]`);
  });

  it("name files of results, which nobody sees", async () => {
    const picture = { type: "image_url", image_url: { url: "https://a.example/b.png" } };
    const messages = [user("Look"), calling(call("a")), gave("a", [{ type: "text", text: "One" }, picture])];
    const response = await speaking().as(ALICE)(PATH, chat({ messages, tools: [LOOK_UP] }));
    expect(response.headers.get("x-impresario-ignored")).toBe("messages.tool");
  });

  it.each<[string, object, object]>([
    ["one by name", { tool_choice: tool("other") }, { choice: "required", tools: [{ name: "other" }] }],
    ["any", { tool_choice: "required" }, { choice: "required", tools: [{ name: "look_up" }, { name: "other" }] }],
    [
      "some of them",
      { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [tool("other")] } } },
      { choice: "auto", tools: [{ name: "other" }] },
    ],
    ["one at a time", { parallel_tool_calls: false }, { isParallel: false }],
  ])("may be chosen from: %s", async (_, more, offered) => {
    const app = speaking();
    await expectStatus(await app.as(ALICE)(PATH, chat({ tools: [LOOK_UP, tool("other")], ...more })), 200);
    expect(posted(app)).toMatchObject([{ tools: offered }]);
  });

  it.each<[string, object]>([
    ["none is offered", {}],
    ["none may be called", { tools: [LOOK_UP], tool_choice: "none" }],
  ])("are not decided on where %s", async (_, more) => {
    const app = speaking();
    await expectStatus(await app.as(ALICE)(PATH, chat(more)), 200);
    expect(posted(app)[0]).not.toHaveProperty("tools");
  });

  it("are named as ignored where no language model decides on them, unless one has to be called", async () => {
    const app = createChat();
    const messages = [{ role: "system", content: "x" }, user("Hello"), calling(call("a")), gave("a", "One")];
    const ignored = await app.as(ALICE)(PATH, chat({ messages, tools: [LOOK_UP] }));
    await expectStatus(ignored, 200);
    expect(ignored.headers.get("x-impresario-ignored")).toBe("messages.system, messages.tool, tools");
    expect(posted(app)[0]).toMatchObject({ text: "Hello" });
    expect(posted(app)[0]).not.toHaveProperty("tools");
    const required = chat({ tools: [LOOK_UP], tool_choice: "required" });
    expect(await errorOf(await app.as(ALICE)(PATH, required), 400)).toMatchObject({ param: "tool_choice" });
    const embedded = chat({ tools: [LOOK_UP], tool_choice: "required", model: "impresario-embedded" });
    expect(await errorOf(await speaking().as(ALICE)(PATH, embedded), 400)).toMatchObject({ param: "tool_choice" });
  });

  it.each<[string, object, string, number]>([
    ["a name with blanks", { tools: [tool("a b")] }, "tools[0].function.name", 400],
    ["two of one name", { tools: [LOOK_UP, LOOK_UP] }, "tools", 400],
    ["a type of its own", { tools: [{ type: "custom", custom: { name: "a" } }] }, "tools[0].type", 400],
    ["more than there may be", { tools: Array.from({ length: 129 }, (_, n) => tool(`t${n}`)) }, "tools", 400],
    ["too much to say", { tools: [tool("a", { description: "a".repeat(MAX_TOOLS_CHARS) })] }, "tools", 413],
    ["far too much to say", { tools: [tool("a", { description: "a".repeat(7 * MAX_TOOLS_CHARS) })] }, "tools", 413],
    ["a choice of none of them", { tools: [LOOK_UP], tool_choice: tool("b") }, "tool_choice", 400],
    [
      "the result of no call",
      { messages: [user("Hello"), calling(call("a")), gave("b", "One")] },
      "messages[2].tool_call_id",
      400,
    ],
    ["functions of before", { functions: [{ name: "a" }] }, "functions", 400],
    ["a goal", { model: "impresario-goal", tools: [LOOK_UP] }, "tools", 400],
  ])("are refused with %s", async (_, body, param, status) => {
    const app = speaking();
    expect(await errorOf(await app.as(ALICE)(PATH, chat(body)), status)).toMatchObject({ param });
    expect(posted(app)).toEqual([]);
  });
});

describe("a chat request for some JSON object", () => {
  const asked = {
    response_format: { type: "json_object" },
    messages: [{ role: "system", content: "Give `total`." }, user("Hello")],
  };

  it("has a language model told what the instructions say of it", async () => {
    const app = speaking();
    const response = await app.as(ALICE)(PATH, chat(asked));
    await expectStatus(response, 200);
    expect(response.headers.get("x-impresario-ignored")).toBeNull();
    const description = "Give `total`.";
    expect(posted(app)).toMatchObject([{ answerFormat: { name: "json_object", description, schema: null } }]);
  });

  it("says that they change nothing where there is none", async () => {
    const response = await createChat().as(ALICE)(PATH, chat(asked));
    expect(response.headers.get("x-impresario-ignored")).toBe("messages.system");
  });
});

describe("calls of tools", () => {
  it("are the answer, whole and in a stream, without words", async () => {
    const whole = await speaking(CALLS).as(ALICE)(PATH, chat({ tools: [LOOK_UP] }));
    const { id, choices } = chatCompletion.strict().parse(await whole.json());
    const made = { id: `call_${id.slice("run_".length)}_0`, type: "function" };
    expect(choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: { content: null, tool_calls: [{ ...made, function: { name: "look_up", arguments: '{"n":1}' } }] },
    });
    const streamed = await speaking(CALLS).as(ALICE)(PATH, chat({ tools: [LOOK_UP], stream: true }));
    const text = await streamed.text();
    const { content, chunks } = deltasIn(text);
    const pieces = chunks.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []);
    expect(content).toBe("");
    expect(pieces).toMatchObject([
      { index: 0, type: "function", function: { name: "look_up", arguments: "" } },
      { index: 0, function: { arguments: '{"n":1}' } },
    ]);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("tool_calls");
    expect(framesIn(text).at(-1)).toBe("[DONE]");
  });
});
