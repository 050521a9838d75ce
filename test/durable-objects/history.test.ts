import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Resource } from "../../src/domain/resources.ts";
import { openConversation, value } from "./driver.ts";

const photo: Resource = {
  ...{ id: `res_${"0".repeat(56)}`, name: "photo.png", kind: "image", mediaType: "image/png", bytes: 1 },
  ...{ sha256: "0".repeat(64), createdAt: 0, origin: { by: "upload" } },
};
const HISTORY = [
  { role: "user", text: "Draw the edges of photo.png", resources: [photo] },
  { role: "assistant", text: "Here they are", resources: [] },
] as const;
const TURNS = HISTORY.map(({ resources, ...turn }) => ({ ...turn, resources: [...resources] }));

describe("a conversation with a history from elsewhere", () => {
  it("begins its log with it, and knows its files", async () => {
    const { start, end, rpc } = await openConversation();
    const run = await start({ text: "Hello", history: HISTORY });
    const { log } = value(await rpc().dryRunJob({ text: "Now make it grey", attached: [] }));
    expect(log.slice(0, 2)).toEqual(TURNS);
    await end(run);
    const read = value(await rpc().read());
    expect(read.log.map(({ role, text, run: of }) => [role, text, of])).toEqual([
      ["user", "Draw the edges of photo.png", ""],
      ["assistant", "Here they are", ""],
      ["user", "Hello", run],
      ["assistant", expect.any(String), run],
    ]);
    expect(read.log[0]?.resources).toEqual([photo.id]);
    expect(read.resources).toEqual([photo]);
  });

  it("plans its first message with it", async () => {
    const { start, end } = await openConversation();
    const { planned } = await end(await start({ text: "Make it grey", history: HISTORY }));
    expect(JSON.stringify(planned)).toContain(photo.id);
  });

  it("has only the one that it began with", async () => {
    const { start, end, rpc } = await openConversation();
    await end(await start({ text: "Hello" }));
    await end(await start({ text: "Hello again", history: HISTORY }));
    const { log } = value(await rpc().read());
    expect(log.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(log.map(({ text }) => text)).not.toContain("Here they are");
  });

  it("keeps it once, in its log", async () => {
    const { start, name } = await openConversation();
    await start({ text: "Hello", history: HISTORY });
    const stub = env.CONVERSATION.getByName(name);
    await runInDurableObject(stub, (_, { storage }) => {
      const [{ message } = { message: "" }] = storage.sql
        .exec<{ message: string }>("SELECT message FROM runs")
        .toArray();
      expect(message).toContain("Hello");
      expect(message).not.toContain("Here they are");
    });
  });
});
