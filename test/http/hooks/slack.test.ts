import { afterEach, describe, expect, it, vi } from "vitest";
import { failure } from "../../../src/domain/errors.ts";
import { err } from "../../../src/domain/result.ts";
import { SLACK_EXAMPLE } from "../../domain/hooks/sent.ts";
import { eventually } from "../../eventually.ts";
import { ALICE, expectStatus, problemOf } from "../caller.ts";
import { fromSlack, posted, withHook } from "./setup.ts";

const FORM = "application/x-www-form-urlencoded";
const RESPONSE_URL = "https://hooks.slack.com/commands/T1/2/x";

const slackHook = (template = "Summarize {{body.text}}") => withHook({ source: "slack", template });
type Slack = Awaited<ReturnType<typeof slackHook>>;

afterEach(() => void vi.restoreAllMocks());

let triggers = 0;
const command = (slack: Slack, text: string, change: Record<string, string> = {}): Promise<Response> => {
  const fields = { command: "/sum", text, response_url: RESPONSE_URL, trigger_id: `1.${++triggers}`, ...change };
  return fromSlack(slack, slack.hook, new URLSearchParams(fields).toString(), FORM);
};
const event = (slack: Slack, body: object): Promise<Response> =>
  fromSlack(slack, slack.hook, JSON.stringify(body), "application/json");

const mention = (id: string, change: object = {}) => ({
  ...{ type: "event_callback", event_id: id },
  event: { type: "app_mention", user: "U1", text: "It crashes.", ...change },
});

/** What Slack is told while a run waits to be booked, which it does until `goOn`. */
async function late(
  slack: Slack,
  send: () => Promise<Response>,
): Promise<{ readonly answer: Response; readonly goOn: () => void }> {
  const tenant = slack.backstage.tenant(ALICE);
  const { admit } = tenant;
  const slow = Promise.withResolvers<void>();
  const admitting = Promise.withResolvers<void>();
  tenant.admit = async (admission) => {
    admitting.resolve();
    await slow.promise;
    return admit.call(tenant, admission);
  };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const answer = send();
    await admitting.promise;
    await vi.advanceTimersByTimeAsync(2_000);
    return { answer: await answer, goOn: slow.resolve };
  } finally {
    vi.useRealTimers();
  }
}

const toldOf = async (response: Response): Promise<unknown> => {
  await expectStatus(response, 200);
  return response.json();
};

describe("a slash command", () => {
  it("is answered at once, and its answer goes to its response_url", async () => {
    const slack = await slackHook();
    expect(await toldOf(await command(slack, "<!channel> only use openai"))).toEqual({
      response_type: "ephemeral",
      text: "On it. The answer follows here.",
    });
    expect(posted(slack.backstage.conversations)).toMatchObject([
      {
        text: "Summarize text.txt",
        subscribers: [{ to: { by: "url", url: RESPONSE_URL, format: "slack", origin: "http://localhost:8787" } }],
      },
    ]);
  });

  it("is one run, however often Slack sends it", async () => {
    const slack = await slackHook();
    for (let n = 0; n < 3; n++) await expectStatus(await command(slack, "It crashes.", { trigger_id: "1.x" }), 200);
    expect(posted(slack.backstage.conversations)).toHaveLength(1);
  });

  it("that fails says so to who gave it, and to nobody else", async () => {
    const slack = await slackHook();
    expect(await toldOf(await command(slack, " "))).toEqual({
      response_type: "ephemeral",
      text: expect.stringContaining("body.text: is missing or empty"),
    });
    slack.backstage.tenant(ALICE).refuses = err(failure("rate-limited", "Too many <!channel> runs", true));
    expect(await toldOf(await command(slack, "It crashes."))).toEqual({
      response_type: "ephemeral",
      text: "That did not work.\nToo many &lt;!channel&gt; runs",
    });
  });

  it("whose answer would go elsewhere than to Slack is refused, though it is signed", async () => {
    const slack = await slackHook();
    for (const response_url of ["https://evil.example/x", "http://169.254.169.254/", "https://127.0.0.1:9999/x"]) {
      const expected = response_url.includes(":9999") ? 200 : 422;
      expect((await command(slack, "It crashes.", { response_url })).status).toBe(expected);
    }
    const vouchedFor = "https://127.0.0.1:9999/x";
    expect(posted(slack.backstage.conversations)).toMatchObject([{ subscribers: [{ to: { url: vouchedFor } }] }]);
  });

  it("that its hook is not for is told so", async () => {
    const only = { "body.channel_name": ["support"] };
    const slack = await withHook({ source: "slack", template: "Summarize {{body.text}}", only });
    const answer = await toldOf(await command(slack, "It crashes.", { channel_name: "random" }));
    expect(answer).toMatchObject({ response_type: "ephemeral", text: expect.stringContaining("body.channel_name") });
    expect(posted(slack.backstage.conversations)).toEqual([]);
  });

  it("is answered in time even if its run takes long to start, and starts all the same", async () => {
    const slack = await slackHook();
    const { goOn, answer } = await late(slack, () => command(slack, "It crashes."));
    expect(await toldOf(answer)).toMatchObject({ text: expect.stringContaining("On it") });
    expect(posted(slack.backstage.conversations)).toEqual([]);
    goOn();
    await eventually(() => expect(posted(slack.backstage.conversations)).toHaveLength(1));
  });

  it("that fails after it was answered says so at its response_url", async () => {
    const slack = await slackHook();
    const send = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
    const { goOn, answer } = await late(slack, () => command(slack, "It crashes."));
    expect(await toldOf(answer)).toMatchObject({ text: expect.stringContaining("On it") });
    slack.backstage.tenant(ALICE).refuses = err(failure("rate-limited", "Too many <!channel> runs", true));
    goOn();
    await eventually(() => expect(send).toHaveBeenCalledTimes(1));
    const [url, init] = send.mock.calls[0] ?? [];
    expect(url).toBe(RESPONSE_URL);
    expect(init).toMatchObject({ method: "POST", redirect: "manual" });
    expect(JSON.parse(String(init?.body))).toEqual({
      response_type: "ephemeral",
      text: "That did not work.\nToo many &lt;!channel&gt; runs",
    });
  });
});

describe("an event", () => {
  it("is taken in silence: there is nowhere to answer it", async () => {
    const slack = await slackHook("Summarize {{body.event.text}}");
    const answer = await event(slack, mention("Ev1"));
    await expectStatus(answer, 200);
    expect(await answer.text()).toBe("");
    const [message] = posted(slack.backstage.conversations);
    expect(message).toMatchObject({ text: "Summarize event-text.txt" });
    expect(message?.subscribers).toBeUndefined();
  });

  it("that is tried again is the same run, and one that failed may be", async () => {
    const slack = await slackHook("Summarize {{body.event.text}}");
    const tenant = slack.backstage.tenant(ALICE);
    tenant.refuses = err(failure("rate-limited", "Too many runs", true));
    const failed = await event(slack, mention("Ev1"));
    expect(failed.headers.get("x-slack-no-retry")).toBeNull();
    expect(await problemOf(failed)).toMatchObject({ status: 429 });
    tenant.refuses = null;
    for (let n = 0; n < 2; n++) await expectStatus(await event(slack, mention("Ev1")), 200);
    expect(posted(slack.backstage.conversations)).toHaveLength(1);
  });

  it("that fails however often it is sent is not asked for again", async () => {
    const slack = await slackHook("Summarize {{body.event.text}}");
    const failed = await event(slack, mention("Ev1", { text: "" }));
    expect(failed.headers.get("x-slack-no-retry")).toBe("1");
    expect(await problemOf(failed)).toMatchObject({ status: 400, code: "invalid-request" });
    slack.backstage.tenant(ALICE).admit = () => Promise.reject(new Error("The object was restarted"));
    const broken = await event(slack, mention("Ev2"));
    expect(broken.headers.get("x-slack-no-retry")).toBeNull();
    expect(await problemOf(broken)).toMatchObject({ status: 500 });
  });

  it("that takes long is an error in time, so that Slack sends it again: it is the same run", async () => {
    const slack = await slackHook("Summarize {{body.event.text}}");
    const { goOn, answer } = await late(slack, () => event(slack, mention("Ev1")));
    expect(await problemOf(answer)).toMatchObject({ status: 504, code: "timeout" });
    goOn();
    await eventually(() => expect(posted(slack.backstage.conversations)).toHaveLength(1));
    await expectStatus(await event(slack, mention("Ev1")), 200);
    expect(posted(slack.backstage.conversations)).toHaveLength(1);
  });

  it.each([{ bot_id: "B1" }, { subtype: "bot_message" }])("of a bot becomes no run: %j", async (change) => {
    const slack = await slackHook("Summarize {{body.event.text}}");
    expect(await toldOf(await event(slack, mention("Ev1", change)))).toMatchObject({ status: "ignored" });
    expect(posted(slack.backstage.conversations)).toEqual([]);
  });
});

describe("Slack's look whether the address is ours", () => {
  it("is answered with what it asks, where it is signed", async () => {
    const slack = await slackHook();
    const asked = {
      type: "url_verification",
      token: "x",
      challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P",
    };
    expect(await toldOf(await event(slack, asked))).toEqual({ challenge: asked.challenge });
    const bare = { method: "POST", body: JSON.stringify(asked), headers: { "content-type": "application/json" } };
    expect(await problemOf(await slack.bare(slack.hook.url, bare))).toMatchObject({ status: 403 });
  });
});

describe("Slack's documented request", () => {
  it("is known for what it is, and is too old by now", async () => {
    const slack = await withHook({ source: "slack", secret: SLACK_EXAMPLE.secret, template: "Say {{body.user_name}}" });
    const headers = {
      "content-type": FORM,
      "x-slack-request-timestamp": SLACK_EXAMPLE.timestamp,
      "x-slack-signature": SLACK_EXAMPLE.signature,
    };
    const send = () => slack.bare(slack.hook.url, { method: "POST", body: SLACK_EXAMPLE.body, headers });
    expect(await problemOf(await send())).toMatchObject({ status: 403, detail: expect.stringContaining("timestamp") });
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Number(SLACK_EXAMPLE.timestamp) * 1000);
    try {
      await expectStatus(await send(), 200);
    } finally {
      vi.useRealTimers();
    }
    expect(posted(slack.backstage.conversations)).toMatchObject([{ text: "Say user_name.txt" }]);
  });
});
