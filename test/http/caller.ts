import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { makeApiKey } from "../../src/domain/api-key.ts";
import type { Kind } from "../../src/domain/kinds.ts";
import { createApp } from "../../src/http/app.ts";
import { type GoalView, goalView } from "../../src/http/schemas/goal-views.ts";
import type { ConversationView, ProblemView, ResourceView, RunView } from "../../src/http/schemas/views.ts";
import { conversationView, problemView, resourceView, runView } from "../../src/http/schemas/views.ts";
import { type Backstage, createBackstage } from "./doubles.ts";

export const ALICE = "00000000000a11ce";
export const BOB = "0000000000000b0b";
/** Without keys, only this machine is served. */
export const ORIGIN = "http://localhost:8787";

export interface CallInit extends RequestInit {
  readonly json?: unknown;
}

/** Calls the API as somebody. */
export type Call = (path: string, init?: CallInit) => Promise<Response>;

export interface Caller {
  readonly backstage: Backstage;
  /** With a key of the tenant. */
  as(tenant: string, keyId?: string): Call;
  /** With the headers given and no other. */
  readonly bare: Call;
}

/** The app on doubles of the Durable Objects, with the real R2. */
export function createCaller(backstage: Backstage = createBackstage()): Caller {
  const app = createApp(() => backstage.wiring);
  const bare: Call = async (path, { json, ...init } = {}) => {
    const headers = new Headers(init.headers);
    if (json !== undefined) headers.set("content-type", "application/json");
    const body = json === undefined ? init.body : JSON.stringify(json);
    const request = new Request(new URL(path, ORIGIN), { ...init, headers, ...(body === undefined ? {} : { body }) });
    return app.fetch(request, env);
  };
  return {
    backstage,
    bare,
    as:
      (tenant, keyId = "00000001") =>
      async (path, init = {}) => {
        const headers = new Headers(init.headers);
        headers.set("authorization", `Bearer ${await makeApiKey(backstage.wiring.ids, tenant, keyId)}`);
        return bare(path, { ...init, headers });
      },
  };
}

export const post = (json: unknown, headers: Record<string, string> = {}): CallInit => ({
  method: "POST",
  json,
  headers,
});

/** The problem that a response must be. */
export async function problemOf(response: Response): Promise<ProblemView> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const problem = problemView.strict().parse(await response.json());
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get("x-request-id"));
  return problem;
}

export async function runOf(response: Response, status = 202): Promise<RunView> {
  await expectStatus(response, status);
  return runView.strict().parse(await response.json());
}

export async function goalOf(response: Response, status = 200): Promise<GoalView> {
  await expectStatus(response, status);
  return goalView.strict().parse(await response.json());
}

export async function conversationOf(response: Response, status = 200): Promise<ConversationView> {
  await expectStatus(response, status);
  return conversationView.strict().parse(await response.json());
}

export async function resourceOf(response: Response, status = 201): Promise<ResourceView> {
  await expectStatus(response, status);
  return resourceView.strict().parse(await response.json());
}

/** With the body in the failure, which says why. */
export async function expectStatus(response: Response, status: number): Promise<void> {
  if (response.status !== status) expect(`${response.status} ${await response.text()}`).toBe(String(status));
}

export async function upload(call: Call, body: BodyInit, name: string, type = ""): Promise<ResourceView> {
  const headers: Record<string, string> = { "x-filename": encodeURIComponent(name), "content-type": type };
  return resourceOf(await call("/v1/resources", { method: "POST", body, headers }));
}

/** The id of a file as a run in a conversation of its own has made it. */
export async function madeElsewhere(
  { wiring: { ids, resources } }: Backstage,
  tenant: string,
  {
    name,
    content,
    ...kinds
  }: { name: string; content: string | Uint8Array<ArrayBuffer>; declaredType?: string; kind?: Kind },
): Promise<string> {
  const part = await ids.readConversation(tenant, await ids.newConversation(tenant));
  const id = await ids.newResource(tenant, part);
  await resources.save({
    ...{ tenant, id, name, declaredType: null, ...kinds, body: new Blob([content]).stream(), maxBytes: 1000 },
    origin: { by: "upload" },
  });
  return id;
}
