import { describe, expect, it, vi } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { type ExecutionParts, execute, PaidFailure, type TaskAttempt } from "../../src/execution/index.ts";
import type { ExpertResult, Provider } from "../../src/providers/provider.ts";
import { ALONE } from "./parts.ts";

const attempt: TaskAttempt = {
  ...{ tenant: "t", run: "run_1", task: 1, type: "summarization", priority: 0, timeoutMs: 60_000 },
  inputs: { text: [{ as: "text", kind: "text", text: "long" }] },
  candidate: { provider: "custom", model: "a/b" },
  names: { source: null, taken: [] },
};
const endpoint = {
  ...({
    provider: "custom",
    model: "a/b",
    taskType: "summarization",
    description: "",
    licence: "",
    grade: "full",
  } as const),
};
const USAGE = { inputTokens: 7 };

type Call = Provider["call"];

const executing = (
  result: ExpertResult | Call,
  save: ExecutionParts["save"] = () => Promise.reject(new Error("no file")),
) =>
  execute(
    attempt,
    {
      ontology: createOntology(),
      providers: [
        {
          name: "custom",
          endpoints: () => [endpoint],
          call: typeof result === "function" ? result : async () => result,
        },
      ],
      ...ALONE,
      open: () => Promise.reject(new Error("no file")),
      save,
    },
    new AbortController().signal,
    () => undefined,
  );
const short = (text: string): ExpertResult["outputs"] => ({ text: { as: "text", text } });

describe("what a provider says that a call took", () => {
  it("is passed on as it was told", async () => {
    expect(await executing({ outputs: short("short"), usage: USAGE })).toMatchObject({ measured: USAGE });
    expect(await executing({ outputs: short("short") })).not.toHaveProperty("measured");
  });

  it("is not lost when what was made cannot be kept: it is paid for", async () => {
    const full = new AppError("resource-too-large", "It is too large", { retryable: true, retryAfterMs: 5 });
    const kept = executing({ outputs: short("x".repeat(10_000)), usage: USAGE }, () => Promise.reject(full));
    await expect(kept).rejects.toBeInstanceOf(PaidFailure);
    await expect(kept).rejects.toMatchObject({
      ...{ code: "resource-too-large", message: "It is too large", retryable: true, retryAfterMs: 5, measured: USAGE },
    });
  });

  it.each<[string, Error, object]>([
    ["as any failure is told", new AppError("provider-rejected", "It is no text"), { code: "provider-rejected" }],
    ["as ours where nobody foresaw it", new TypeError("x is undefined"), { code: "internal" }],
  ])("is paid for once the call is answered, and told %s", async (_, thrown, told) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const unread = executing(async ({ answered }) => {
      answered?.(USAGE);
      answered?.({ outputTokens: 2 });
      throw thrown;
    });
    await expect(unread).rejects.toBeInstanceOf(PaidFailure);
    await expect(unread).rejects.toMatchObject({ ...told, measured: { ...USAGE, outputTokens: 2 } });
    await expect(unread).rejects.not.toMatchObject({ message: "x is undefined" });
  });

  it("is logged without a word of the answer where nobody foresaw the fault", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const unread = executing(async ({ answered }) => {
      answered?.(USAGE);
      return { outputs: JSON.parse("xyzzy, said the cave") };
    });
    await expect(unread).rejects.toBeInstanceOf(PaidFailure);
    const told = log.mock.calls.flat().map(String).join(" ");
    expect(told).toContain("SyntaxError");
    expect(told).not.toContain("xyzzy");
  });

  it("changes nothing of a failure where it says nothing", async () => {
    const full = new AppError("resource-too-large", "It is too large");
    const kept = executing({ outputs: short("x".repeat(10_000)) }, () => Promise.reject(full));
    await expect(kept).rejects.toBe(full);
  });
});
