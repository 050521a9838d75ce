import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import { derivedSecret, newSecret } from "../../src/domain/webhooks/sign.ts";
import { openWebhookSecret, sealWebhookSecret } from "../../src/secrets/seal.ts";
import { wire } from "../../src/wiring.ts";
import { openConversation, scripted, value } from "./driver.ts";
import {
  addEndpoint,
  deliveriesOf,
  finishRun,
  openReceiver,
  receiveWebhooks,
  toRun,
  untilTold,
} from "./webhook-receivers.ts";

const HOUR_MS = 3_600_000;

receiveWebhooks();

describe("a webhook", () => {
  it("tells how a run ended, signed so that the library of Standard Webhooks takes it", async () => {
    const receiver = openReceiver();
    const conversation = await openConversation();
    const { tenant, start, end } = conversation;
    const run = await start({ plan: [scripted(0, { key: "alpha" })], subscribers: [toRun(receiver)] });
    await end(run);
    await untilTold(conversation, run);
    expect(receiver.types()).toEqual(["task.succeeded", "run.succeeded"]);
    const secret = await derivedSecret(wire(env).ids, tenant, run);
    for (const { body, headers } of receiver.received) new Webhook(secret).verify(body, headers);
    const [task, ended] = receiver.received.map(({ payload }) => payload.data);
    expect(task?.task).toMatchObject({
      ...{ id: 0, task: "text2text-generation", status: "succeeded", model: "custom:a/expert", attempts: 1 },
      outputs: { text: { kind: "text", text: "a/expert did alpha", isCut: false } },
    });
    expect(ended?.run).toMatchObject({
      ...{ id: run, status: "succeeded", answer: expect.stringContaining("a/expert did alpha"), isAnswerCut: false },
      conversation: await wire(env).ids.conversationId(tenant, conversation.part),
      usage: { tasks: 1, llmCalls: 0 },
    });
  });

  it.each([
    ["a failed run", { statuses: [400, 400] }, ["task.failed", "run.failed"]],
    ["a run in parts", { statuses: [400, 400] }, ["task.failed", "task.succeeded", "run.partial"]],
  ])("tells of %s", async (_, script, told) => {
    const receiver = openReceiver();
    const conversation = await openConversation();
    const good = told.length === 3 ? [scripted(1, { key: "good" })] : [];
    const plan = [scripted(0, { key: crypto.randomUUID(), ...script }), ...good];
    const run = await conversation.start({ plan, subscribers: [toRun(receiver)] });
    await conversation.end(run);
    await untilTold(conversation, run);
    expect(receiver.types().toSorted()).toEqual(told.toSorted());
    expect(receiver.types().at(-1)).toBe(told.at(-1));
  });

  it("tells what waits for a person, and what was cancelled", async () => {
    const receiver = openReceiver();
    const conversation = await openConversation();
    const { start, rpc, until } = conversation;
    const run = await start({ approval: "plan", plan: [scripted(0, {})], subscribers: [toRun(receiver)] });
    await until(run, (event) => event.type === "approval-required");
    value(await rpc().pause(run));
    value(await rpc().cancel(run));
    await untilTold(conversation, run);
    expect(receiver.types()).toEqual(["run.approval_required", "run.paused", "run.cancelled"]);
    expect(receiver.received[0]?.payload.data.run).toMatchObject({ status: "awaiting-approval", planVersion: 1 });
  });

  it("tells only of what was asked for, and nothing of other runs", async () => {
    const receiver = openReceiver();
    const conversation = await openConversation();
    const subscriber = { ...toRun(receiver), events: ["task.succeeded" as const] };
    const run = await conversation.start({ plan: [scripted(0, {})], subscribers: [subscriber] });
    const other = await conversation.start({ plan: [scripted(0, {})] });
    await conversation.end(other);
    await untilTold(conversation, run);
    expect(receiver.types()).toEqual(["task.succeeded"]);
    expect(await deliveriesOf(conversation, other)).toEqual([]);
  });

  it("is signed with the secret that its caller gave, which lies nowhere in the open", async () => {
    const receiver = openReceiver();
    const conversation = await openConversation();
    const { tenant, rpc, end } = conversation;
    const { ids, sealer } = wire(env);
    const secret = newSecret();
    const run = await ids.newRun(tenant, conversation.part);
    const sealedSecret = await sealWebhookSecret(sealer, { tenant, of: run }, secret);
    const message = { text: "", attached: [], approval: "none", budget: { timeMs: 60_000 } } as const;
    const subscribers = [toRun(receiver, { sealedSecret })];
    value(await rpc().post({ ...message, run, plan: [scripted(0, {})], subscribers }));
    await end(run);
    await untilTold(conversation, run);
    for (const { body, headers } of receiver.received) new Webhook(secret).verify(body, headers);
    expect(sealedSecret).not.toContain(secret.slice("whsec_".length));
    expect(await openWebhookSecret(sealer, { tenant, of: `${run}0` }, sealedSecret)).toBeNull();
    expect(JSON.stringify([await deliveriesOf(conversation, run), value(await rpc().run(run))])).not.toContain(
      sealedSecret,
    );
  });

  it("reaches Slack in Slack's own words, unsigned", async () => {
    const receiver = openReceiver();
    const conversation = await openConversation();
    const subscriber = { ...toRun(receiver, { format: "slack" }), events: ["run.succeeded" as const] };
    const run = await conversation.start({ plan: [scripted(0, { key: "x" })], subscribers: [subscriber] });
    await conversation.end(run);
    await untilTold(conversation, run);
    const [received] = receiver.received;
    expect(JSON.parse(received?.body ?? "")).toMatchObject({ text: expect.stringContaining("a/expert did x") });
    expect(received?.headers).not.toHaveProperty("webhook-signature");
  });
});

describe("the secret of an endpoint", () => {
  it("signs together with the one before for a day, and then alone", async () => {
    const receiver = openReceiver();
    const conversation = await openConversation();
    const { tenant } = conversation;
    const { id, secret: before, subscriber } = await addEndpoint(tenant, receiver);
    const { sealer, tenant: tenantOf } = wire(env);
    const after = newSecret();
    await tenantOf(tenant).rotateWebhook(id, await sealWebhookSecret(sealer, { tenant, endpoint: id }, after));
    const tell = async () => {
      receiver.received.splice(0);
      const run = await finishRun(conversation, [subscriber]);
      await untilTold(conversation, run);
      return receiver.received;
    };
    for (const { body, headers } of await tell()) {
      new Webhook(before).verify(body, headers);
      new Webhook(after).verify(body, headers);
    }
    vi.setSystemTime(Date.now() + 25 * HOUR_MS);
    for (const { body, headers } of await tell()) {
      new Webhook(after).verify(body, headers);
      expect(() => new Webhook(before).verify(body, headers)).toThrow("No matching signature found");
    }
  });
});
