/** `npm run keys -- add NAME`: makes an API key. Nothing is stored: a key proves itself by its MAC. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeApiKey } from "../src/domain/api-key.ts";
import { createIds, randomHex } from "../src/domain/ids.ts";
import { ROOT } from "./server.ts";
import { readSettings } from "./settings.ts";

const TENANT_BYTES = 8;
const KEY_ID_BYTES = 4;
const MIN_SECRET_CHARS = 32;

const HELP = `Makes API keys.

  npm run keys -- add NAME [--tenant ID]

  NAME          whom or what the key is for; only printed, to tell keys apart
  --tenant ID   another key for a tenant there is; without it, the key opens a new one

A tenant sees its own conversations, runs and files, and no other's. The key holds good on the deployment that has the
same IMPRESARIO_SECRET; it is taken from the environment, else from .dev.vars:

  IMPRESARIO_SECRET=… npm run keys -- add alice`;

const fail = (message: string): number => {
  console.error(message);
  return 2;
};

async function readSecret(): Promise<string | undefined> {
  const devVars = await readFile(join(ROOT, ".dev.vars"), "utf8").catch(() => "");
  return readSettings(devVars, process.env).IMPRESARIO_SECRET;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { tenant: { type: "string" }, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  const [action, name, ...more] = positionals;
  if (values.help || action === undefined) {
    console.log(HELP);
    return 0;
  }
  if (action !== "add" || !name || more.length > 0) return fail(`It is \`npm run keys -- add NAME\`.\n\n${HELP}`);
  const tenant = values.tenant ?? randomHex(TENANT_BYTES);
  if (!/^[0-9a-f]{16}$/.test(tenant))
    return fail("A tenant's id is 16 hexadecimal digits, as printed with its first key.");
  const secret = await readSecret();
  if (!secret || secret.length < MIN_SECRET_CHARS) {
    return fail(
      `Set IMPRESARIO_SECRET to the deployment's secret (${MIN_SECRET_CHARS} characters or more), or run \`npm start\` once, which makes one.`,
    );
  }
  const keyId = randomHex(KEY_ID_BYTES);
  const key = await makeApiKey(createIds(secret), tenant, keyId);
  console.log(`A key for ${JSON.stringify(name)}. It is shown only now:

  ${key}

tenant   ${tenant}   (another key for it: npm run keys -- add NAME --tenant ${tenant})
key id   ${keyId}           (to revoke it: DELETE /v1/keys/${keyId})

Use it:
  IMPRESARIO_KEY=${key} npm run cli -- health
  curl -H "Authorization: Bearer ${key}" http://127.0.0.1:8787/v1/task-types`);
  return 0;
}

process.exitCode = await main().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
