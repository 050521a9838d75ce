import { createHmac, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import "@shopify/shopify-api/adapters/node";
import { LinearWebhookClient } from "@linear/sdk/webhooks";
import { sign as signAsGitHub } from "@octokit/webhooks-methods";
import { ApiVersion, shopifyApi } from "@shopify/shopify-api";
import { isValidSlackRequest } from "@slack/bolt";
import OpenAI from "openai";
import Stripe from "stripe";
import { Webhook } from "svix";
import { afterAll, describe, expect, it, vi } from "vitest";
import { ROOT } from "../../scripts/server.ts";
import { listen } from "../fakes/listen.ts";
import { useServer } from "../servers/use-server.ts";
import { LIMIT_MS } from "./speaking.ts";

interface Got {
  readonly headers: Record<string, string>;
  readonly body: string;
}
const got: Got[] = [];
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  got.push({ headers: Object.fromEntries(headers), body: Buffer.concat(chunks).toString() });
  response.writeHead(204).end();
});
const receiverUrl = await listen(receiver);
afterAll(() => receiver.close());

const { url } = useServer({ FETCH_ALLOW_HOSTS: new URL(receiverUrl).host });
const COMPLAINT = "The app crashes whenever I open a large file. It is terrible, as I lose all of my work.";

const post = (address: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(address, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });

/** The body of a hook as docs/integrations/webhooks-in.md has it for a sender. */
async function recipeFor(sender: string): Promise<object> {
  const page = await readFile(join(ROOT, "docs/integrations/webhooks-in.md"), "utf8");
  const [, recipe = ""] = page.split(`**${sender}.**`)[1]?.match(/ -d '(\{[\s\S]*?\n\})'/) ?? [];
  return JSON.parse(recipe);
}

async function createHook(body: object): Promise<{ readonly url: string; readonly secret: string }> {
  const response = await post(`${url()}/v1/hooks`, JSON.stringify(body));
  expect(response.status, await response.clone().text()).toBe(201);
  return response.json() as Promise<{ url: string; secret: string }>;
}

/** A delivery becomes a run, and none with another body does. */
async function isBelieved(address: string, body: string, headers: Readonly<Record<string, string>>): Promise<void> {
  expect((await post(address, `${body} `, headers)).status).toBe(403);
  const answer = await post(address, body, headers);
  expect(answer.status, await answer.clone().text()).toBe(202);
  expect(await answer.json()).toMatchObject({ run: expect.stringMatching(/^run_/) });
}

const hmac = (secret: string, body: string, encoding: "hex" | "base64"): string =>
  createHmac("sha256", secret).update(body).digest(encoding);

describe("senders whose own packages sign, or say that a signature is theirs", { timeout: LIMIT_MS }, () => {
  it("stripe, by its recipe", async () => {
    const secret = "whsec_of_the_tests_and_nothing_else";
    const hook = await createHook({ ...(await recipeFor("Stripe")), secret });
    const object = { evidence: { uncategorized_text: COMPLAINT } };
    const payload = JSON.stringify({ id: `evt_${randomUUID()}`, type: "charge.dispute.created", data: { object } });
    const signature = new Stripe("sk_test_none").webhooks.generateTestHeaderString({ payload, secret });
    await isBelieved(hook.url, payload, { "stripe-signature": signature });
  });

  it("@shopify/shopify-api, by its recipe", async () => {
    const secret = "a client secret of the tests";
    const hook = await createHook({ ...(await recipeFor("Shopify")), secret, template: "Summarize {{body.note}}" });
    const rawBody = JSON.stringify({ id: 7, note: COMPLAINT });
    const headers = {
      "x-shopify-hmac-sha256": hmac(secret, rawBody, "base64"),
      ...{ "x-shopify-webhook-id": randomUUID(), "x-shopify-topic": "orders/create" },
      ...{ "x-shopify-shop-domain": "shop.myshopify.com", "x-shopify-api-version": "2026-10" },
    };
    const shopify = shopifyApi({
      ...{ apiKey: "none", apiSecretKey: secret, hostName: "shop.example", isEmbeddedApp: false },
      ...{ apiVersion: ApiVersion.July26, logger: { log: () => undefined } },
    });
    const rawRequest = { method: "POST", url: new URL(hook.url).pathname, headers };
    expect(await shopify.webhooks.validate({ rawBody, rawRequest })).toMatchObject({ valid: true });
    await isBelieved(hook.url, rawBody, headers);
  });

  it("@linear/sdk, by its recipe", async () => {
    const secret = "lin_wh_of_the_tests_and_nothing_else";
    const hook = await createHook({ ...(await recipeFor("Linear")), secret });
    const data = { id: randomUUID(), description: COMPLAINT };
    const body = JSON.stringify({ action: "create", type: "Issue", webhookTimestamp: Date.now(), data });
    const signature = hmac(secret, body, "hex");
    expect(new LinearWebhookClient(secret).verify(Buffer.from(body), signature)).toBe(true);
    const headers = { "linear-event": "Issue", "linear-delivery": randomUUID() };
    await isBelieved(hook.url, body, { ...headers, "linear-signature": signature });
  });

  it("svix, under its own names of the headers", async () => {
    const hook = await createHook({ source: "standard", template: "Summarize {{body.text}}" });
    const [id, at, body] = [`msg_${randomUUID()}`, new Date(), JSON.stringify({ text: COMPLAINT })];
    const headers = { "svix-id": id, "svix-timestamp": String(Math.floor(at.getTime() / 1000)) };
    const signature = new Webhook(hook.secret).sign(id, at, body);
    await isBelieved(hook.url, body, { ...headers, "svix-signature": signature });
  });

  it("@octokit/webhooks-methods, as GitHub signs", async () => {
    const hook = await createHook({ source: "github", template: "Summarize {{body.issue.body}}" });
    const body = JSON.stringify({ action: "opened", issue: { body: COMPLAINT } });
    const headers = { "x-github-event": "issues", "x-github-delivery": randomUUID() };
    await isBelieved(hook.url, body, { ...headers, "x-hub-signature-256": await signAsGitHub(hook.secret, body) });
  });

  it("@slack/bolt, as Slack signs", async () => {
    const signingSecret = "8f742231b10e8888abcd99yyyzzz85a5";
    const template = "Summarize {{body.event.text}}";
    const hook = await createHook({ source: "slack", secret: signingSecret, template });
    const event = { type: "app_mention", text: COMPLAINT, user: "U1", channel: "C1", ts: "1.2" };
    const body = JSON.stringify({ type: "event_callback", event_id: `Ev${randomUUID()}`, event });
    const time = Math.floor(Date.now() / 1000);
    const headers = {
      "x-slack-request-timestamp": time,
      "x-slack-signature": `v0=${hmac(signingSecret, `v0:${time}:${body}`, "hex")}`,
    };
    expect(isValidSlackRequest({ signingSecret, body, headers })).toBe(true);
    const sent = { ...headers, "x-slack-request-timestamp": String(time) };
    expect((await post(hook.url, `${body} `, sent)).status).toBe(403);
    expect((await post(hook.url, body, sent)).status).toBe(200);
  });
});

describe("our own webhooks", { timeout: LIMIT_MS }, () => {
  it("are verified by svix and by OpenAI's own library", async () => {
    const plan = [{ task: "text-classification", id: 0, dep: [-1], args: { text: "I am very happy with it" } }];
    const webhook = { url: receiverUrl, events: ["run.succeeded"] };
    const started = await post(`${url()}/v1/runs`, JSON.stringify({ text: "", plan, webhook }));
    const secret = started.headers.get("webhook-secret") ?? "";
    await vi.waitFor(() => expect(got).toHaveLength(1), { timeout: 20_000 });
    const [{ headers, body } = { headers: {}, body: "" }] = got;
    new Webhook(secret).verify(body, headers);
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    const openai = new OpenAI({ apiKey: "none", webhookSecret: secret });
    expect(await openai.webhooks.unwrap(body, headers)).toMatchObject({ type: "run.succeeded" });
    await expect(openai.webhooks.unwrap(`${body} `, headers)).rejects.toThrow();
  });
});
