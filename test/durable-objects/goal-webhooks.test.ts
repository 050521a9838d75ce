import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { derivedSecret } from "../../src/domain/webhooks/sign.ts";
import { wire } from "../../src/wiring.ts";
import { eventually } from "../eventually.ts";
import { value } from "./driver.ts";
import { brokenDown, openMind, step } from "./goal-driver.ts";
import { addEndpoint, openReceiver, type ReceiverDouble, receiveWebhooks, status, toRun } from "./webhook-receivers.ts";

receiveWebhooks();

const told = (receiver: ReceiverDouble, events: readonly string[]): Promise<void> =>
  eventually(async () => expect(receiver.types()).toEqual(events));

/** A tenant whose model makes one step of a goal. */
const mindOfOneStep = () =>
  openMind([
    brokenDown(["greeting"], [step("greet", [], ["greeting"])]),
    { when: "do greet", say: "return { greeting: 'Hello' };" },
  ]);

describe("a webhook of a goal", () => {
  it("tells of a question with the address that answers it, and of the end with the outputs, signed", async () => {
    const receiver = openReceiver();
    const mind = await mindOfOneStep();
    const goal = await mind.open({ checkIns: { plan: true } }, [toRun(receiver)]);
    const asking = await goal.rest();
    await told(receiver, ["goal.check-in"]);
    const [asked] = receiver.received;
    expect(asked?.payload.data).toEqual({
      goal: expect.objectContaining({ id: goal.id, status: "asking", answer: null, endedAt: null, outputs: {} }),
      checkIn: {
        ...{ id: 1, about: "plan", message: asking.checkIn?.message },
        answerAt: `https://impresario.example/v1/goals/${goal.id}/approve`,
      },
    });
    value(await goal.rpc().answer({ id: 1, decision: "approve" }));
    await goal.rest();
    await told(receiver, ["goal.check-in", "goal.ended"]);
    expect(receiver.received[1]?.payload.data.goal).toMatchObject({
      ...{ id: goal.id, status: "succeeded", answer: expect.stringContaining("Hello"), moreOutputs: 0 },
      outputs: { greeting: { kind: "text", text: "Hello", isCut: false } },
      usage: { llmCalls: 2 },
    });
    const secret = await derivedSecret(wire(env).ids, mind.tenant, goal.id);
    for (const { body, headers } of receiver.received) new Webhook(secret).verify(body, headers);
    await eventually(async () =>
      expect(value(await goal.rpc().deliveries(goal.id, "delivered"))).toMatchObject([
        { goal: goal.id, type: "goal.ended" },
        { goal: goal.id, type: "goal.check-in" },
      ]),
    );
  });

  it("tells nothing of the runs that a goal is made of, also not the tenant's own endpoints", async () => {
    const receiver = openReceiver();
    const mind = await mindOfOneStep();
    const { subscriber } = await addEndpoint(mind.tenant, receiver);
    const goal = await mind.open({}, [subscriber]);
    expect((await goal.rest()).end?.status).toBe("succeeded");
    await told(receiver, ["goal.ended"]);
  });

  it("that is parked stands in the tenant's list, and is replayed", async () => {
    const receiver = openReceiver();
    const mind = await mindOfOneStep();
    const { id, subscriber } = await addEndpoint(mind.tenant, receiver);
    receiver.answer = status(410);
    const goal = await mind.open({}, [subscriber]);
    await goal.rest();
    const tenant = wire(env).tenant(mind.tenant);
    const own = await eventually(async () => {
      const [parked] = await tenant.parkedDeliveries(10, null);
      expect(parked).toMatchObject({ keeper: goal.part, goal: goal.id, type: "goal.ended", lastStatus: 410 });
      return parked?.own ?? "";
    });
    await eventually(async () => expect((await tenant.findWebhook(id))?.disabled).not.toBeNull());
    await tenant.switchWebhook(id, null);
    receiver.answer = status(204);
    value(await goal.rpc().replay(own));
    await told(receiver, ["goal.ended", "goal.ended"]);
    await eventually(async () => expect(await tenant.parkedDeliveries(10, null)).toEqual([]));
  });

  it("tells that a goal was deleted before its end, once", async () => {
    const receiver = openReceiver();
    const mind = await mindOfOneStep();
    const goal = await mind.open({ checkIns: { plan: true } }, [toRun(receiver)]);
    await goal.rest();
    await told(receiver, ["goal.check-in"]);
    await goal.rpc().remove();
    await goal.rpc().remove();
    await told(receiver, ["goal.check-in", "goal.ended"]);
    expect(receiver.received[1]?.payload.data.goal).toMatchObject({
      status: "cancelled",
      error: { code: "cancelled" },
    });
  });
});
