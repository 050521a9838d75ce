import { describe, expect, inject, it } from "vitest";
import { at } from "../../../src/providers/custom/jobs.ts";
import type { JobSlot } from "../../../src/providers/provider.ts";
import { callEndpoint, endpointAt } from "./call-endpoint.ts";

const DONE = { text: { as: "text", text: "done later" } };
const FIELDS = { statusUrl: { pointer: "/urls/get" }, status: { pointer: "/status" }, result: { pointer: "/output" } };

let keys = 0;
const freshKey = (): string => `job${keys++}`;
const path = (mode: string, key = freshKey(), runs = 2): string => `/jobs?mode=${mode}&key=${key}&runs=${runs}`;
const begun = async (key: string): Promise<unknown> =>
  (await fetch(new URL(`/counts?key=${key}`, inject("expertUrl")))).json();

/** Keeps handles, and what was done with them in order. */
function memory(kept: string | null = null): JobSlot & { readonly handles: (string | null)[] } {
  const handles: (string | null)[] = [];
  return {
    handles,
    load: async () => (handles.length > 0 ? (handles.at(-1) ?? null) : kept),
    save: async (handle) => void handles.push(handle),
  };
}

describe("an endpoint that answers later", () => {
  it.each<[string, string, object]>([
    ["at the address of a header, by HTTP's status", "header", {}],
    ["at an address that its status leads to", "see-other", {}],
    ["at the address of a field, by a field", "fields", FIELDS],
    ["at an address made of its id", "fields", { ...FIELDS, statusUrl: "template" }],
    ["with its result elsewhere", "result-url", { ...FIELDS, result: { url: "/result" } }],
  ])("is asked %s until it is done", async (_, mode, poll) => {
    const address = path(mode);
    const template = `${inject("expertUrl")}jobs/{id}${new URL(address, "http://x").search}`;
    const statusUrl = "statusUrl" in poll && poll.statusUrl === "template" ? { statusUrl: { template } } : {};
    const waited: number[] = [];
    const endpoint = endpointAt(address, { poll: { ...poll, ...statusUrl } });
    const { outputs } = await callEndpoint(endpoint, undefined, { waited });
    expect(outputs).toEqual(DONE);
    expect(waited).toEqual([2_000, 2_000, 2_000]);
  });

  it("may answer at once all the same", async () => {
    const waited: number[] = [];
    const { outputs } = await callEndpoint(endpointAt(path("at-once"), { poll: {} }), undefined, { waited });
    expect(outputs).toEqual(DONE);
    expect(waited).toEqual([]);
  });

  it("may be away for a moment, and say how long", async () => {
    const waited: number[] = [];
    const { outputs } = await callEndpoint(endpointAt(path("flaky"), { poll: {} }), undefined, { waited });
    expect(outputs).toEqual(DONE);
    expect(waited).toEqual([2_000, 3_000, 3_000]);
  });

  it.each<[string, string, object, object]>([
    ["failed", "fails", FIELDS, { code: "provider-rejected", retryable: false }],
    ["never ends", "never", { maxMs: 10_000 }, { code: "timeout", retryable: true }],
    ["is not known", "gone", {}, { code: "provider-unavailable", retryable: true }],
    ["is nowhere", "no-location", {}, { code: "provider-rejected" }],
    ["is at another origin", "elsewhere", {}, { code: "provider-rejected", message: /another origin/ }],
    ["is at an address with a password", "userinfo", {}, { code: "provider-rejected", message: /another origin/ }],
    ["has no id", "dots", { statusUrl: "template" }, { code: "provider-rejected", message: /no id/ }],
    [
      "left its result at another origin",
      "foreign-result",
      { ...FIELDS, result: { url: "/result" } },
      { message: /another origin/ },
    ],
    [
      "left its result nowhere",
      "fields",
      { ...FIELDS, result: { pointer: "/nowhere" } },
      { code: "provider-rejected" },
    ],
  ])("is given up when its job %s", async (_, mode, poll, expected) => {
    const statusUrl =
      "statusUrl" in poll && poll.statusUrl === "template"
        ? { statusUrl: { template: `${inject("expertUrl")}jobs/{id}` } }
        : {};
    const failed = callEndpoint(endpointAt(path(mode), { poll: { ...poll, ...statusUrl } }));
    const thrown: unknown = await failed.catch((error: unknown) => error);
    const { message, ...rest } = { message: /./, ...expected };
    expect(thrown).toMatchObject({ ...rest, message: expect.stringMatching(message) });
    expect(String(thrown)).not.toContain("secret");
  });

  it("is asked no more often than its time allows", async () => {
    const waited: number[] = [];
    const poll = { intervalMs: 1_000, maxMs: 7_000 };
    await expect(callEndpoint(endpointAt(path("never"), { poll }), undefined, { waited })).rejects.toThrow(/after 7 s/);
    expect(waited).toHaveLength(7);
  });

  it("is asked no more once nobody waits for it", async () => {
    const over = new AbortController();
    const waited: number[] = [];
    const stop = (...request: Parameters<typeof fetch>): Promise<Response> => {
      if (waited.length === 2) over.abort();
      return fetch(...request);
    };
    const failed = callEndpoint(endpointAt(path("never"), { poll: {} }), undefined, {
      waited,
      signal: over.signal,
      fetch: stop,
    });
    await expect(failed).rejects.toMatchObject({ code: "timeout" });
    expect(waited).toHaveLength(2);
  });
});

describe("a job that can be remembered", () => {
  it("is before it is first asked for", async () => {
    const key = freshKey();
    const job = memory();
    const steps: string[] = [];
    const watched = (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
      steps.push(`${init?.method} after ${job.handles.length}`);
      return fetch(input, init);
    };
    await callEndpoint(endpointAt(path("header", key, 0), { poll: {} }), undefined, { job, fetch: watched });
    expect(steps).toEqual(["POST after 0", "GET after 1"]);
  });

  it("is gone on with by the next attempt, and not begun again", async () => {
    const key = freshKey();
    const job = memory();
    const endpoint = endpointAt(path("header", key, 5), { poll: { intervalMs: 1_000, maxMs: 3_000 } });
    await expect(callEndpoint(endpoint, undefined, { job })).rejects.toMatchObject({ code: "timeout" });
    const { outputs } = await callEndpoint(endpoint, undefined, { job });
    expect(outputs).toEqual(DONE);
    expect(await begun(key)).toBe(1);
  });

  it.each([
    ["gone", "gone", {}],
    ["failed", "fails", FIELDS],
  ])("is forgotten once it is %s", async (_, mode, poll) => {
    const job = memory();
    await expect(callEndpoint(endpointAt(path(mode), { poll }), undefined, { job })).rejects.toBeDefined();
    expect(job.handles).toHaveLength(2);
    expect(job.handles.at(-1)).toBeNull();
  });

  it.each<[string, string]>([
    ["of another provider", "req_123"],
    ["of another model", JSON.stringify({ model: "their/model", taskType: "summarization", statusUrl: "/jobs/1" })],
    [
      "of an endpoint that moved",
      JSON.stringify({ model: "our/model", taskType: "summarization", statusUrl: "https://old.example/1" }),
    ],
    ["that says nothing", ""],
  ])("is begun anew where the handle is one %s", async (_, kept) => {
    const key = freshKey();
    const job = memory(kept);
    const { outputs } = await callEndpoint(endpointAt(path("header", key), { poll: {} }), undefined, { job });
    expect(outputs).toEqual(DONE);
    expect(await begun(key)).toBe(1);
  });
});

describe("a JSON pointer", () => {
  const document = { a: [{ "b/c": 1 }, "x"], "": { "~": 2 }, n: null };
  it.each<[string, unknown]>([
    ["", document],
    ["/a/0/b~1c", 1],
    ["/a/1", "x"],
    ["//~0", 2],
    ["/n", null],
    ["/n/x", undefined],
    ["/a/01", undefined],
    ["/a/length", undefined],
    ["/toString", undefined],
    ["/a/1/0", undefined],
  ])("%s leads to %j", (pointer, expected) => {
    expect(at(document, pointer)).toEqual(expected);
  });
});
