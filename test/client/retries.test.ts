import { describe, expect, it } from "vitest";
import { type Client, type ClientOptions, createClient } from "../../src/client/client.ts";

const RUN = { id: `run_${"a".repeat(44)}`, status: "running", tasks: [] };

/** A client whose first calls fail in these ways, and what it did. */
function failing(faults: readonly (() => Response | Promise<Response>)[], options: Partial<ClientOptions> = {}) {
  const left = [...faults];
  const seen: { readonly method: string; readonly key: string | null }[] = [];
  const waits: number[] = [];
  const client = createClient({
    baseUrl: "https://api.test",
    fetch: async (_, init) => {
      seen.push({ method: init.method ?? "", key: new Headers(init.headers).get("idempotency-key") });
      return (await left.shift()?.()) ?? Response.json({ ...RUN, sha256: "0" });
    },
    pause: async (ms) => {
      waits.push(ms);
    },
    ...options,
  });
  return { client, seen, waits };
}

const broken = (): never => {
  throw new TypeError("fetch failed");
};
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (): Response =>
    new Response(null, { status: code, headers });
const problem = (code: string, httpStatus: number) => (): Response => Response.json({ code }, { status: httpStatus });

describe("a call that may be repeated", () => {
  it.each<[string, (client: Client) => Promise<unknown>]>([
    ["start", (client) => client.start({ text: "x" })],
    ["message", (client) => client.message("conv_1", { text: "x" })],
    ["run", (client) => client.run(RUN.id)],
    ["cancel", (client) => client.cancel(RUN.id)],
    ["approve", (client) => client.approve(RUN.id, { planVersion: 1 })],
    ["upload of bytes", (client) => client.upload(new Uint8Array([1]), { name: "a" })],
  ])("is tried again when nobody answers, or not now: %s", async (_, call) => {
    const { client, seen, waits } = failing([broken, status(503)]);
    await call(client);
    expect(seen).toHaveLength(3);
    const [first = 0, second = 0] = waits;
    expect(first).toBeGreaterThanOrEqual(200);
    expect(first).toBeLessThanOrEqual(400);
    expect(second).toBeGreaterThanOrEqual(400);
    expect(second).toBeLessThanOrEqual(800);
  });

  it("waits as long as the server asks, if that is not too long", async () => {
    const { client, waits } = failing([status(429, { "retry-after": "7" })]);
    await client.run(RUN.id);
    expect(waits).toEqual([7_000]);
    const impatient = failing([status(429, { "retry-after": "60" })]);
    await expect(impatient.client.run(RUN.id)).rejects.toMatchObject({ status: 429, retryAfterMs: 60_000 });
    expect(impatient.waits).toEqual([]);
  });

  it("is given up after as many tries as were asked for", async () => {
    const { client, seen } = failing(
      Array.from({ length: 9 }, () => broken),
      { retries: 4 },
    );
    await expect(client.run(RUN.id)).rejects.toMatchObject({ code: "unreachable" });
    expect(seen).toHaveLength(5);
  });

  it.each([
    ["not-found", 404],
    ["invalid-request", 400],
    ["conflict", 409],
    ["misconfigured", 500],
    ["provider-rejected", 502],
  ])("is not, where that would change nothing: %s", async (code, httpStatus) => {
    const { client, seen } = failing([problem(code, httpStatus)]);
    await expect(client.run(RUN.id)).rejects.toMatchObject({ code });
    expect(seen).toHaveLength(1);
  });

  it("is tried again when its answer breaks off", async () => {
    const half = (): Response =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.error(new TypeError("terminated")),
        }),
      );
    const { client, seen } = failing([half]);
    expect(await client.run(RUN.id)).toMatchObject({ id: RUN.id });
    expect(seen).toHaveLength(2);
  });
});

describe("a call that may not", () => {
  it("is the upload of a stream, which can be read once", async () => {
    const { client, seen } = failing([broken]);
    const content = new Blob(["x"]).stream();
    await expect(client.upload(content, { name: "a" })).rejects.toMatchObject({ code: "unreachable" });
    expect(seen).toHaveLength(1);
  });
});

describe("a start", () => {
  it("has a key of its own, the same for each try, so that it makes one run", async () => {
    const { client, seen } = failing([broken]);
    await client.start({ text: "x" });
    await client.start({ text: "x" });
    const keys = seen.map(({ key }) => key);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("has the key that it is given", async () => {
    const { client, seen } = failing([]);
    await client.start({ text: "x" }, { idempotencyKey: "mine" });
    expect(seen.map(({ key }) => key)).toEqual(["mine"]);
  });
});

describe("the time of a call", () => {
  const never = (_: string, { signal }: RequestInit): Promise<Response> =>
    new Promise((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });

  it("has an end, its tries together", async () => {
    const { run } = createClient({ baseUrl: "https://api.test", fetch: never, timeoutMs: 5 });
    await expect(run(RUN.id)).rejects.toMatchObject({ code: "timeout", status: 0 });
    const other = createClient({ baseUrl: "https://api.test", fetch: never });
    await expect(other.run(RUN.id, { timeoutMs: 5 })).rejects.toMatchObject({ code: "timeout" });
  });

  it("ends with the caller's signal, for the caller's reason", async () => {
    const stop = new AbortController();
    const running = createClient({ baseUrl: "https://api.test", fetch: never }).run(RUN.id, { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
  });
});
