import { describe, expect, it } from "vitest";
import { discardBody } from "../../src/http/discard-body.ts";
import { ALICE, createCaller } from "./caller.ts";

const requestOf = (body: ReadableStream<Uint8Array>): Request =>
  new Request("https://test.invalid/", { method: "POST", body });

/** A body of so many chunks, and how often it has been asked for one. */
function bodyOf(chunks: number, bytes: number) {
  const asked = { times: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      asked.times++;
      if (asked.times > chunks) controller.close();
      else controller.enqueue(new Uint8Array(bytes));
    },
  });
  return { body, asked };
}

describe("a body that nobody reads", () => {
  it("is taken in to its end", async () => {
    const { body, asked } = bodyOf(20, 65_536);
    await discardBody(requestOf(body));
    expect(asked.times).toBe(21);
  });

  it("is waited for no longer than it may take", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({ cancel: () => resolve() });
    await discardBody(requestOf(body), 0);
    await expect(promise).resolves.toBeUndefined();
  });

  it("is left alone where somebody has begun to read it", async () => {
    const request = requestOf(new Blob(["abc"]).stream());
    expect(await request.text()).toBe("abc");
    await discardBody(request);
    expect(request.bodyUsed).toBe(true);
  });
});

describe("a request that is refused before its body is read", () => {
  const caller = createCaller();

  it.each<readonly [what: string, path: string, init: RequestInit, status: number]>([
    ["for its type", "/v1/runs", { method: "POST", headers: { "content-type": "text/plain" } }, 415],
    ["for its size", "/v1/runs", { method: "POST", headers: { "content-length": "99999999" } }, 413],
    ["for its address", "/v1/nothing", { method: "POST" }, 404],
    ["for its method", "/v1/health", { method: "POST" }, 405],
  ])("%s is answered when the body has come", async (_, path, init, status) => {
    const { body, asked } = bodyOf(3, 70_000);
    const answer = await caller.as(ALICE)(path, { ...init, body });
    expect(answer.status).toBe(status);
    expect(asked.times).toBe(4);
  });
});
