import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BUILT_WORKER } from "../../../scripts/built-worker.ts";
import { ROOT } from "../../../scripts/server.ts";
import { report } from "../../../scripts/smoke/table.ts";
import { readSetup } from "../../../scripts/smoke/variables.ts";
import { type Fakes, startFakes } from "../../../scripts/start-fakes/fakes.ts";

const LIMIT_MS = 120_000;
const { PATH, HOME, [BUILT_WORKER]: built } = process.env;

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

async function smoke(variables: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [join(ROOT, "scripts/smoke.ts"), ...args], {
    cwd: ROOT,
    // Whatever keys are in the environment of the tests stay there.
    env: { PATH, HOME, [BUILT_WORKER]: built, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, said: out + errors };
}

const row = ({ said }: Ended, capability: string): readonly string[] =>
  said
    .split("\n")
    .find((line) => line.startsWith(`${capability} `))
    ?.split(/\s{2,}/) ?? [];

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.stop());

describe("npm run smoke", () => {
  it("tells what to set, and fails nothing, where no provider is configured", async () => {
    const ended = await smoke({});
    expect(ended.code).toBe(0);
    expect(row(ended, "chat")).toEqual(["chat", "not configured", "not configured", "not configured"]);
    expect(ended.said).toMatch(/set HF_TOKEN/);
  });

  it("explains itself", async () => {
    const ended = await smoke({}, "--help");
    expect(ended).toEqual({ code: 0, said: expect.stringContaining("npm run smoke") });
  });

  it("finds that all is well at what stands in for the services", { timeout: LIMIT_MS }, async () => {
    const ended = await smoke(fakes.vars);
    expect(ended.said).not.toContain("FAILED");
    expect(ended.code).toBe(0);
    for (const capability of ["chat", "summary", "vector", "caption", "picture", "edit", "speech", "hearing"]) {
      expect(row(ended, capability)).toEqual([capability, ...Array(3).fill(expect.stringMatching(/^ok, [\d.]+ s/))]);
    }
  });

  it("fails for a key that is refused, without showing it", { timeout: LIMIT_MS }, async () => {
    const key = "a-key-that-nobody-may-see";
    const { HF_HUB_URL = "", HF_ROUTER_URL = "", OPENAI_BASE_URL = "" } = fakes.vars;
    const ended = await smoke({ HF_TOKEN: key, HF_HUB_URL, HF_ROUTER_URL, OPENAI_BASE_URL, OPENAI_MODEL: "m#401" });
    expect(ended.code).toBe(1);
    expect(row(ended, "chat")).toEqual([
      "chat",
      "FAILED (provider-rejected)",
      "not configured",
      "FAILED (provider-rejected)",
    ]);
    expect(row(ended, "picture")).toEqual(["picture", "FAILED (provider-rejected)", "not configured", "no model"]);
    expect(row(ended, "planning").at(-1)).toBe("FAILED (not-planned)");
    expect(ended.said).toMatch(/check HF_TOKEN/);
    expect(ended.said).toMatch(/OPENAI_API_KEY/);
    expect(ended.said).not.toContain(key);
  });
});

describe("the setup", () => {
  it("leaves out a server without a model, as the Worker would not start with it", () => {
    const setup = readSetup({ OPENAI_API_KEY: "sk-1", HF_TOKEN: "hf_1" });
    expect(setup).toMatchObject({ configured: ["huggingface"], vars: { HF_TOKEN: "hf_1" }, controllers: [] });
    expect(setup.lacking.openai).toMatch(/OPENAI_MODEL/);
  });

  it("hides keys in whatever is told", () => {
    const setup = readSetup({ HF_TOKEN: "hf_secret" });
    const outcome = { provider: "huggingface", capability: "chat", tookMs: 1, as: "failed", model: null } as const;
    const said = report([{ ...outcome, code: "internal", message: "It said hf_secret aloud" }], setup);
    expect(said).toContain("It said … aloud");
  });
});
