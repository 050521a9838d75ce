import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useServer } from "../servers/use-server.ts";
import { LIMIT_MS } from "./speaking.ts";

const { url } = useServer();
const bin = (name: string): string => fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "impresario-openapi-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const MAX_REPORT_BYTES = 64 * 1024 * 1024;
/** The number of the severest of its four severities. */
const SPECTRAL_ERROR = 0;

describe("/openapi.json", { timeout: LIMIT_MS }, () => {
  beforeAll(async () => {
    await writeFile(join(folder, "openapi.json"), await (await fetch(`${url()}/openapi.json`)).text());
    await writeFile(join(folder, ".spectral.yaml"), 'extends: ["spectral:oas"]\n');
  });

  const lint = async (name: string, ...more: readonly string[]): Promise<string> => {
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const args = ["lint", "openapi.json", "--format", "json", ...more];
    return (await promisify(execFile)(bin(name), args, { cwd: folder, env, maxBuffer: MAX_REPORT_BYTES })).stdout;
  };

  it("has no errors for @redocly/cli", async () => {
    expect(JSON.parse(await lint("redocly")).totals.errors).toBe(0);
  });

  it("has no errors for @stoplight/spectral-cli", async () => {
    const found: readonly { readonly severity: number }[] = JSON.parse(await lint("spectral"));
    expect(found.filter(({ severity }) => severity === SPECTRAL_ERROR)).toEqual([]);
  });
});
