import * as z from "zod";
import { keyListView, keyView, newKeyView } from "../../src/http/schemas/key-views.ts";
import type { KeysCall } from "./arguments.ts";

const TIMEOUT_MS = 30_000;

const problem = z.object({
  title: z.string(),
  detail: z.string().optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

/** What the server said, in the words of its schema. */
export type Answer =
  | { readonly as: "list"; readonly keys: z.output<typeof keyListView>["keys"] }
  | { readonly as: "new"; readonly key: z.output<typeof newKeyView> }
  | { readonly as: "key"; readonly key: z.output<typeof keyView> }
  | { readonly as: "revoked" };

/**
 * Has a server do what was asked for.
 * @param key null to ask a server without keys
 * @throws {Error} with what the server said
 */
export async function askServer(call: KeysCall, key: string | null, fetcher: typeof fetch = fetch): Promise<Answer> {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = new Headers(body ? { "content-type": "application/json" } : {});
    if (key !== null) headers.set("authorization", `Bearer ${key}`);
    const sent = body ? { body: JSON.stringify(body) } : {};
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // A key goes to the server that was named, and nowhere else.
    const response = await fetcher(call.server + path, { method, headers, ...sent, signal, redirect: "error" });
    return read(response, key === null);
  };
  const path = `/v1/keys/${call.subject}`;
  switch (call.action) {
    case "list":
      return { as: "list", ...keyListView.parse(await ask("GET", "/v1/keys")) };
    case "add": {
      const body = { name: call.subject, limits: call.limits };
      return { as: "new", key: newKeyView.parse(await ask("POST", "/v1/keys", body)) };
    }
    case "rotate": {
      const body = call.graceSeconds === null ? {} : { graceSeconds: call.graceSeconds };
      return { as: "new", key: newKeyView.parse(await ask("POST", `${path}/rotate`, body)) };
    }
    case "limit":
      return { as: "key", key: keyView.parse(await ask("POST", `${path}/limits`, call.limits)) };
    case "revoke":
      await ask("DELETE", path);
      return { as: "revoked" };
  }
}

async function read(response: Response, isKeyless: boolean): Promise<unknown> {
  const text = await response.text();
  if (response.ok) return text === "" ? null : JSON.parse(text);
  const said = problem.safeParse(parsed(text));
  if (!said.success) throw new Error(`The server answered ${response.status}`);
  const { title, detail = title, issues } = said.data;
  const wrong = issues.map(({ path, message }) => `  ${path}: ${message}`);
  throw new Error([detail, ...wrong, ...(isKeyless && response.status === 401 ? [ADVICE] : [])].join("\n"));
}

const ADVICE =
  "Set IMPRESARIO_KEY to a key of the tenant, or name it with --tenant where the deployment's secret is at hand.";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
