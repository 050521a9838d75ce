import { describe, expect, it } from "vitest";
import { readArguments } from "../../../../scripts/keys/arguments.ts";
import { askServer } from "../../../../scripts/keys/server.ts";

/** Asks a server that answers so. */
async function ask(line: string, key: string | null, answer: Response): Promise<unknown> {
  const call = readArguments(line.split(" "), {});
  if (!call) throw new Error(`${line} asks for help`);
  return askServer(call, key, async () => answer);
}

const refusal = (status: number, more: object): Response =>
  Response.json({ code: "refused", title: "No", detail: "It is refused", ...more }, { status });

describe("what a server says to npm run keys", () => {
  it("is told with what is wrong where", async () => {
    const issues = [{ path: "activeRuns", message: "expected int" }];
    const asked = ask("limit 0123abcd --active-runs 1.5", "imp_x", refusal(400, { issues }));
    await expect(asked).rejects.toThrow(/^It is refused\n {2}activeRuns: expected int$/);
  });

  it("is told with how to show a key, where none was shown", async () => {
    await expect(ask("list", null, refusal(401, {}))).rejects.toThrow(/^It is refused\nSet IMPRESARIO_KEY/);
    await expect(ask("list", "imp_x", refusal(401, {}))).rejects.toThrow(/^It is refused$/);
  });

  it("is told by its status where it is no words of ours", async () => {
    await expect(ask("list", null, new Response("<html>", { status: 502 }))).rejects.toThrow("The server answered 502");
  });
});
