import * as z from "zod";
import { hookListView, hookView, newHookView } from "../../../src/http/hooks/views.ts";
import { hmacHex } from "../../domain/hooks/sent.ts";
import { ALICE, type Caller, createCaller, expectStatus, post } from "../caller.ts";
import type { MemoryConversation } from "../memory-conversation.ts";

export const TEMPLATE = "Summarize {{body.issue.body}} and classify its sentiment";
export const SECRET = "a secret of the tests alone";
export const GITHUB_HOOK = { source: "github", secret: SECRET, template: TEMPLATE };

export type NewHook = z.output<typeof newHookView>;
export const hookOf = async (response: Response, status = 200): Promise<z.output<typeof hookView>> => {
  await expectStatus(response, status);
  return hookView.strict().parse(await response.json());
};
export const newHookOf = async (response: Response, status = 201): Promise<NewHook> => {
  await expectStatus(response, status);
  return newHookView.strict().parse(await response.json());
};
export const hooksOf = async (response: Response) => {
  await expectStatus(response, 200);
  return hookListView.strict().parse(await response.json()).hooks;
};

export interface Sending {
  readonly delivery?: string;
  readonly event?: string;
  readonly secret?: string;
  readonly headers?: Record<string, string>;
}

/** Sends as GitHub does. */
export async function fromGitHub(
  { bare }: Pick<Caller, "bare">,
  hook: Pick<NewHook, "url">,
  /** A text is sent as it is. */
  payload: unknown,
  { delivery = crypto.randomUUID(), event = "issues", secret = SECRET, headers = {} }: Sending = {},
): Promise<Response> {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  return bare(hook.url, {
    method: "POST",
    body,
    headers: {
      ...{ "content-type": "application/json", "x-github-delivery": delivery, "x-github-event": event },
      "x-hub-signature-256": `sha256=${await hmacHex(secret, body)}`,
      ...headers,
    },
  });
}

/** Sends as Slack does, now. */
export async function fromSlack(
  { bare }: Pick<Caller, "bare">,
  hook: Pick<NewHook, "url">,
  body: string,
  contentType: string,
): Promise<Response> {
  const time = String(Math.floor(Date.now() / 1000));
  const headers = {
    "content-type": contentType,
    "x-slack-request-timestamp": time,
    "x-slack-signature": `v0=${await hmacHex(SECRET, `v0:${time}:${body}`)}`,
  };
  return bare(hook.url, { method: "POST", body, headers });
}

/** An app of its own with a hook of Alice's. */
export async function withHook(change: object = {}): Promise<Caller & { readonly hook: NewHook }> {
  const caller = createCaller();
  const hook = await newHookOf(await caller.as(ALICE)("/v1/hooks", post({ ...GITHUB_HOOK, ...change })));
  return { ...caller, hook };
}

/** What has been posted in all of somebody's conversations. */
export const posted = (conversations: ReadonlyMap<string, MemoryConversation>) =>
  [...conversations.values()].flatMap(({ runs }) => [...runs.values()].map(({ message }) => message));

export const deliveryOf = async (response: Response, status: number) => {
  await expectStatus(response, status);
  return z
    .strictObject({ status: z.string(), run: z.string().optional(), reason: z.string().optional() })
    .parse(await response.json());
};

export const CRASH = "It crashes.";
export const issue = (body: unknown, more: object = {}) => ({ action: "opened", issue: { number: 7, body, ...more } });
