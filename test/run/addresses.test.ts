import { describe, expect, it } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import type { OutcomeResult } from "../../src/domain/events.ts";
import type { Resource, ResourceId } from "../../src/domain/resources.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import type { Controller } from "../../src/planning/controller.ts";
import { readConstraints } from "../../src/planning/embedded/constraints/stored.ts";
import { fetchAddresses, type WebFiles } from "../../src/run/addresses.ts";
import { perform, type StageJob, type Stages } from "../../src/run/index.ts";
import { BARE_DEPLOYMENT } from "../deployment-facts.ts";
import { ALONE } from "../execution/parts.ts";
import { poolOfEndpoints } from "../expert-pools.ts";

type PlanJob = Extract<StageJob, { do: "plan" }>;

const job = (more: Partial<PlanJob>): PlanJob => ({
  ...{ do: "plan", text: "", attached: [], urls: [], log: [], known: [], given: null },
  ...more,
});

const address = (name: string | number): string => `https://${name}.example/`;

const resource = (url: string): Resource => ({
  ...{ id: `res of ${url}`, name: "a.txt", kind: "text", mediaType: "text/plain", bytes: 1, sha256: "", createdAt: 0 },
  origin: { by: "url", url },
});

/** A web where the addresses in `broken` fail; those in `hanging` answer once they are given up. */
function web(broken: readonly string[] = [], hanging: readonly string[] = []) {
  const seen = { begun: [] as string[], removed: [] as ResourceId[], now: 0, most: 0 };
  const files: WebFiles = {
    async importUrl(url, signal) {
      seen.begun.push(url);
      seen.most = Math.max(seen.most, ++seen.now);
      try {
        await Promise.resolve();
        if (broken.includes(url)) throw new AppError("unreadable-resource", "it answered 404");
        if (hanging.includes(url))
          await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        return resource(url);
      } finally {
        seen.now--;
      }
    },
    removeFetched: async (ids) => void seen.removed.push(...ids),
  };
  return { files, seen };
}

const never = new AbortController().signal;

describe("the addresses of a message", () => {
  it("are fetched two at a time, and kept in their order", async () => {
    const { files, seen } = web();
    const urls = Array.from({ length: 10 }, (_, index) => address(index));
    const text = `Compare ${address("x")} with ${address(3)} and (${address("y")}).`;
    const { resources, notes } = await fetchAddresses(job({ urls, text }), files, never);
    expect(resources).toEqual([...urls, address("x"), address("y")].map(resource));
    expect(notes).toEqual([]);
    expect(seen).toMatchObject({ most: 2, removed: [] });
  });

  it("are left out with a note where they are only mentioned", async () => {
    const { files } = web([address("b")]);
    const text = `See ${address("a")}, ${address("b")}, ${address("c")}`;
    expect(await fetchAddresses(job({ text }), files, never)).toEqual({
      resources: [resource(address("a")), resource(address("c"))],
      notes: [`${address("b")} was left out: it answered 404`],
    });
  });

  it("leave nothing behind when one that must be there is not, and stop what is under way", async () => {
    const { files, seen } = web([address(2)], [address(3)]);
    const urls = [0, 1, 3, 2, 4, 5].map(address);
    const fetching = fetchAddresses(job({ urls }), files, never);
    await expect(fetching).rejects.toMatchObject({ code: "unreadable-resource", message: "it answered 404" });
    expect(seen.removed).toEqual([resource(address(0)).id, resource(address(1)).id]);
    expect(seen.begun).toEqual([0, 1, 3, 2].map(address));
  });

  it("tell why even when nothing can be removed", async () => {
    const { files } = web([address(1)]);
    const stuck = { ...files, removeFetched: () => Promise.reject(new Error("R2 is down")) };
    const fetching = fetchAddresses(job({ urls: [address(0), address(1)] }), stuck, never);
    await expect(fetching).rejects.toMatchObject({ message: "it answered 404" });
  });

  it("leave nothing behind when the attempt is given up", async () => {
    const { files, seen } = web([], [address(1)]);
    const attempt = new AbortController();
    const fetching = fetchAddresses(job({ urls: [address(0), address(1)] }), files, attempt.signal);
    const reason = new AppError("cancelled", "The run was cancelled");
    queueMicrotask(() => attempt.abort(reason));
    await expect(fetching).rejects.toBe(reason);
    expect(seen.removed).toEqual([resource(address(0)).id]);
  });

  it("are sixteen at most", async () => {
    const { files, seen } = web();
    const urls = Array.from({ length: 17 }, (_, index) => address(index));
    await expect(fetchAddresses(job({ urls }), files, never)).rejects.toMatchObject({ code: "invalid-request" });
    expect(seen.begun).toEqual([]);
  });
});

describe("why an address could not be fetched", () => {
  const planned = async (reply: Awaited<ReturnType<Controller["plan"]>>): Promise<OutcomeResult> => {
    const assignment = {
      tenant: "",
      conversation: "",
      run: "run_1",
      work: "plan",
      attempt: 1,
      timeoutMs: 1000,
    } as const;
    const stages: Stages = {
      ...web([address("a")]).files,
      ...ALONE,
      ontology: createOntology(),
      deployment: BARE_DEPLOYMENT,
      providers: [],
      controller: { name: "embedded", plan: async () => reply },
      readConstraints,
      expertPool: async () => poolOfEndpoints([]),
      open: () => Promise.reject(new Error("nothing is opened here")),
      save: () => Promise.reject(new Error("nothing is saved here")),
    };
    const text = `Describe ${address("a")}`;
    return perform({ ...assignment, job: job({ text }) }, stages, never, { progress: () => {}, answer: () => {} });
  };
  const why = `${address("a")} was left out: it answered 404`;

  it.each(["ask", "reply"] as const)("comes before what the controller says when it does %s", async (as) => {
    const { planned: told } = { planned: null, ...(await planned({ as, text: "Which image?" })) };
    expect(told).toEqual({ as, text: `${why}\n\nWhich image?` });
  });

  it("comes first in the understanding of a plan", async () => {
    const plan = {
      tasks: [{ id: 0, type: "summarization", args: { text: { from: "literal", value: "words" } } }],
    } as const;
    const { planned: told } = { planned: null, ...(await planned({ as: "plan", plan, notes: ["Short."] })) };
    expect(told).toEqual({ as: "plan", plan, notes: [why, "Short."] });
  });
});
