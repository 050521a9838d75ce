import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIds } from "../../src/domain/ids.ts";

const ids = createIds("a secret of the deployment");
const others = createIds("the secret of another deployment");

async function made() {
  const conversationId = await ids.newConversation("tenant-a");
  const conversation = await ids.readConversation("tenant-a", conversationId);
  if (conversation === null) throw new Error("An id of our own was not read");
  return { conversationId, conversation, runId: await ids.newRun("tenant-a", conversation) };
}

describe("a public id", () => {
  it("of a conversation says which, and can be made again from that", async () => {
    const { conversationId, conversation } = await made();
    expect(conversationId).toMatch(/^conv_[0-9a-f]{36}$/);
    expect(await ids.conversationId("tenant-a", conversation)).toBe(conversationId);
  });

  it("of a goal says which, and can be made again from that", async () => {
    const goalId = await ids.newGoal("tenant-a");
    const goal = (await ids.readGoal("tenant-a", goalId)) ?? "";
    expect(goalId).toMatch(/^goal_[0-9a-f]{36}$/);
    expect(goal).toMatch(/^[0-9a-f]{20}$/);
    expect(await ids.goalId("tenant-a", goal)).toBe(goalId);
  });

  it("of a run says in which conversation", async () => {
    const { conversation, runId } = await made();
    expect(await ids.readRun("tenant-a", runId)).toEqual({ conversation, run: expect.stringMatching(/^[0-9a-f]{8}$/) });
  });

  it("of a resource says in which conversation, or that it is an upload", async () => {
    const { conversation } = await made();
    const own = expect.stringMatching(/^[0-9a-f]{20}$/);
    const read = async (scope: string | null) => ids.readResource("tenant-a", await ids.newResource("tenant-a", scope));
    expect(await read(conversation)).toEqual({ scope: conversation, own });
    expect(await read(null)).toEqual({ scope: null, own });
  });

  it("is never made twice", async () => {
    const many = await Promise.all(Array.from({ length: 500 }, () => ids.newResource("tenant-a", null)));
    expect(new Set(many).size).toBe(many.length);
  });

  it("of another tenant, or another deployment, is no id at all", async () => {
    const { conversationId, runId } = await made();
    const resource = await ids.newResource("tenant-a", null);
    const goal = await ids.newGoal("tenant-a");
    for (const [reader, tenant] of [
      [ids, "tenant-b"],
      [ids, ""],
      [others, "tenant-a"],
    ] as const) {
      expect(await reader.readConversation(tenant, conversationId)).toBeNull();
      expect(await reader.readGoal(tenant, goal)).toBeNull();
      expect(await reader.readRun(tenant, runId)).toBeNull();
      expect(await reader.readResource(tenant, resource)).toBeNull();
    }
  });

  it("with any one character changed is no id", async () => {
    const { runId } = await made();
    for (let index = "run_".length; index < runId.length; index++) {
      const changed = runId[index] === "0" ? "1" : "0";
      expect(await ids.readRun("tenant-a", runId.slice(0, index) + changed + runId.slice(index + 1))).toBeNull();
    }
  });

  it("of one sort does not pass for another", async () => {
    const { conversationId, runId } = await made();
    expect(await ids.readRun("tenant-a", conversationId.replace("conv", "run"))).toBeNull();
    expect(await ids.readConversation("tenant-a", runId)).toBeNull();
    expect(await ids.readResource("tenant-a", runId.replace("run", "res"))).toBeNull();
    expect(await ids.readGoal("tenant-a", conversationId.replace("conv", "goal"))).toBeNull();
  });

  it.each(["", "conv_", "conv_../../etc", `conv_${"0".repeat(36)}`, `conv_${"A".repeat(36)}`, " conv_00", "conv_é"])(
    "is not read from %j",
    async (text) => {
      expect(await ids.readConversation("tenant-a", text)).toBeNull();
    },
  );

  it("is not read from any made-up text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        expect(await ids.readConversation("tenant-a", text)).toBeNull();
        expect(await ids.readGoal("tenant-a", `goal_${text}`)).toBeNull();
        expect(await ids.readRun("tenant-a", `run_${text}`)).toBeNull();
        expect(await ids.readResource("tenant-a", `res_${text}`)).toBeNull();
      }),
    );
  });
});

describe("a MAC", () => {
  it("vouches for its purpose and its parts, and for no other division of the same text", async () => {
    const mac = await ids.mac("link", ["ab", "c"], 16);
    expect(mac).toMatch(/^[0-9a-f]{32}$/);
    expect(await ids.check("link", ["ab", "c"], mac)).toBe(true);
    expect(await ids.check("link", ["a", "bc"], mac)).toBe(false);
    expect(await ids.check("link", ["ab", "c", ""], mac)).toBe(false);
    expect(await ids.check("key", ["ab", "c"], mac)).toBe(false);
    expect(await others.check("link", ["ab", "c"], mac)).toBe(false);
  });

  it.each([0, 2, 14])("cut to %d characters vouches for nothing", async (length) => {
    const mac = await ids.mac("link", ["a"], 32);
    expect(await ids.check("link", ["a"], mac.slice(0, length))).toBe(false);
  });

  it.each(["zz".repeat(16), "0".repeat(31), "0".repeat(1_000_000)])("is not any other text", async (text) => {
    expect(await ids.check("link", ["a"], text)).toBe(false);
  });
});
