import { describe, expect, it } from "vitest";
import type { Kind } from "../../../../src/domain/kinds.ts";
import { CODE_EXPERTS } from "../../../../src/providers/embedded/code/entries.ts";
import { WorkBudget } from "../../../../src/providers/embedded/work.ts";
import type { ExpertCall, ExpertResult, InputValue } from "../../../../src/providers/provider.ts";
import { surroundings, value } from "../audio/calls.ts";

interface Given {
  readonly code: string;
  readonly inputs?: readonly InputValue[];
  readonly rest?: () => Promise<void>;
}

async function called({ code, inputs, rest }: Given): Promise<ExpertResult> {
  const [entry] = CODE_EXPERTS;
  if (!entry) throw new Error("Nothing runs programs");
  const expert = await entry.load();
  const call: ExpertCall = {
    endpoint: { ...entry, provider: "embedded" },
    taskType: "code-execution",
    inputs: { code: [value(code, "text")], ...(inputs ? { inputs } : {}) },
    signal: new AbortController().signal,
    progress: () => {},
  };
  return expert.run(call, { ...surroundings, work: new WorkBudget(entry.work, call.signal, rest) });
}

const run = (code: string, ...inputs: readonly InputValue[]): Promise<ExpertResult> => called({ code, inputs });

const json = (content: unknown, kind: Kind = "data"): InputValue =>
  value(JSON.stringify(content), kind, { mediaType: "application/json" });

describe("the expert that runs programs", () => {
  it.each<[string, string, readonly InputValue[], ExpertResult["outputs"]]>([
    ["what was printed", "print('a'); print('b')", [], { text: { as: "text", text: "a\nb" } }],
    [
      "what was printed and returned",
      "print('a'); return { b: 1 }",
      [],
      { text: { as: "text", text: "a" }, data: { as: "data", data: { b: 1 } } },
    ],
    [
      "a text that was only returned, in words too",
      "return inputs[0].toUpperCase()",
      [value("yes", "text")],
      { text: { as: "text", text: "YES" }, data: { as: "data", data: "YES" } },
    ],
    [
      "data, as it came in",
      "return inputs[0].a.length + inputs.length",
      [json({ a: [1, 2] }), json(null)],
      { text: { as: "text", text: "4" }, data: { as: "data", data: 4 } },
    ],
    ["nothing in words, where there was nothing", "let a = 1", [], { text: { as: "text", text: "" } }],
  ])("gives %s", async (_, code, inputs, outputs) => {
    expect(await run(code, ...inputs)).toEqual({ outputs });
  });

  it.each([
    ["CSV", value("city;people\nOslo;709000\nBergen;289000", "table", { mediaType: "text/csv" })],
    [
      "a list of objects",
      json(
        [
          { city: "Oslo", people: 709_000 },
          { city: "Bergen", people: 289_000 },
        ],
        "table",
      ),
    ],
  ])("gives a program the rows of a table by their columns: %s", async (_, table) => {
    const { outputs } = await run("return inputs[0].map(({ city, people }) => [city, Number(people) / 1000])", table);
    expect(outputs.data).toEqual({
      as: "data",
      data: [
        ["Oslo", 709],
        ["Bergen", 289],
      ],
    });
  });

  it("takes a column by any name for a column", async () => {
    const table = value("__proto__,constructor\n1,2", "table", { mediaType: "text/csv" });
    const { outputs } = await run("return Object.entries(inputs[0][0])", table);
    expect(outputs.data).toEqual({
      as: "data",
      data: [
        ["__proto__", "1"],
        ["constructor", "2"],
      ],
    });
  });

  it("refuses inputs that are more than it may work on before it reads the rest of them", async () => {
    const unread: InputValue = { ...value("x", "text"), text: () => Promise.reject(new Error("It was read")) };
    const long = Array.from({ length: 6 }, () => value("x".repeat(190_000), "text"));
    await expect(run("return 1", ...long, unread)).rejects.toMatchObject({ code: "resource-too-complex" });
  });

  it("refuses a table whose rows repeat long names of columns before it makes objects of them", async () => {
    const columns = Array.from({ length: 100 }, (_, at) => `${"x".repeat(500)}${at}`).join(",");
    const table = value(`${columns}\n${"1,1\n".repeat(4_000)}`, "table", { mediaType: "text/csv" });
    await expect(run("return inputs[0].length", table)).rejects.toMatchObject({ code: "resource-too-complex" });
  });

  it("gives the thread back before and after a program", async () => {
    let rests = 0;
    const rest = async (): Promise<void> => {
      rests += 1;
    };
    await called({ code: "return 1", rest });
    expect(rests).toBe(2);
  });
});
