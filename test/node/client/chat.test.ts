import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { CONVERSATION_ID, INVOICE_RUN, RUN_ID } from "./recorded-runs.ts";
import { useCommandLine } from "./use-command-line.ts";

const { now, run, calls } = useCommandLine();

const posted = () => calls().filter((call) => call.startsWith("POST"));

describe("chat", () => {
  it("sends each line as a message of one conversation, until the input ends", async () => {
    const input = Readable.from(["Read it\n\n", "and by when?\n"]);
    expect(await run(["chat"], { events: INVOICE_RUN }, { input })).toBe(0);
    expect(posted()).toEqual(["POST /v1/runs", `POST /v1/conversations/${CONVERSATION_ID}/messages`]);
    expect(now.output.match(/It was sent by Acme Ltd/g)).toHaveLength(2);
    expect(now.errors).not.toContain("> ");
  });

  it("ends at /exit, and prompts a person", async () => {
    const input = Object.assign(Readable.from(["Read it\n/exit\nmore\n"]), { isTTY: true });
    expect(await run(["chat", "-c", CONVERSATION_ID], { events: INVOICE_RUN }, { input })).toBe(0);
    expect(posted()).toEqual([`POST /v1/conversations/${CONVERSATION_ID}/messages`]);
    expect(now.errors.match(/^> /gm)).toHaveLength(2);
  });

  it("prints a line of JSON for each run", async () => {
    const input = Readable.from(["Read it\nmore\n"]);
    expect(await run(["chat", "--json"], { events: INVOICE_RUN }, { input })).toBe(0);
    const lines = now.output.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ id: RUN_ID }, { id: RUN_ID }]);
  });

  it("tells of a message that fails, reads the next, and ends as that did", async () => {
    const input = Readable.from(["Read it\nmore\n"]);
    expect(await run(["chat", "--json", "--file", "missing.png"], { events: INVOICE_RUN }, { input })).toBe(2);
    const lines = now.output.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(Array(2).fill({ error: { code: "usage" } }));
    expect(posted()).toEqual([]);
  });

  it.each([
    [["chat", "hello"], "takes nothing more"],
    [["chat", "--file", "-"], "Standard input holds the messages"],
    [["chat", "--plan", "x.json"], "has no option --plan"],
  ])("%j is refused", async (given, words) => {
    expect(await run(given, { events: INVOICE_RUN })).toBe(2);
    expect(now.errors).toContain(words);
  });
});
