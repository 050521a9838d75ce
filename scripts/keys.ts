/** `npm run keys`: makes, lists, limits, rotates and revokes API keys. They are stored nowhere: a key proves itself by its MAC. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeApiKey, OPEN_HOLDER } from "../src/domain/api-key.ts";
import { createIds, randomHex } from "../src/domain/ids.ts";
import { HELP, type KeysCall, readArguments, UsageError } from "./keys/arguments.ts";
import { limitsOf, table } from "./keys/print.ts";
import { type Answer, askServer } from "./keys/server.ts";
import { ROOT } from "./server.ts";
import { readSettings } from "./settings.ts";

const TENANT_BYTES = 8;
const KEY_ID_BYTES = 4;
const MIN_SECRET_CHARS = 32;

/** @throws {UsageError} where there is none. */
async function readSecret(): Promise<string> {
  const devVars = await readFile(join(ROOT, ".dev.vars"), "utf8").catch(() => "");
  const secret = readSettings(devVars, process.env).IMPRESARIO_SECRET;
  if (secret && secret.length >= MIN_SECRET_CHARS) return secret;
  throw new UsageError(
    `Set IMPRESARIO_SECRET to the deployment's secret (${MIN_SECRET_CHARS} characters or more), or run \`npm start\` once, which makes one`,
  );
}

async function addHere({ subject, tenant: known, json }: KeysCall): Promise<string> {
  const tenant = known ?? randomHex(TENANT_BYTES);
  const keyId = randomHex(KEY_ID_BYTES);
  const key = await makeApiKey(createIds(await readSecret()), tenant, keyId);
  if (json) return JSON.stringify({ id: keyId, name: subject, tenant, key });
  return `A key for ${JSON.stringify(subject)}. It is shown only now:

  ${key}

tenant   ${tenant}   (another key for it: npm run keys -- add NAME --tenant ${tenant})
key id   ${keyId}           (to revoke it: npm run keys -- revoke ${keyId} --tenant ${tenant})

Use it:
  IMPRESARIO_KEY=${key} npm run cli -- health
  curl -H "Authorization: Bearer ${key}" http://127.0.0.1:8787/v1/task-types`;
}

/** What the call shows the server; null where nothing is at hand, as a server without keys asks for none. */
async function readKey({ tenant }: KeysCall): Promise<string | null> {
  if (tenant === null) return process.env.IMPRESARIO_KEY || null;
  return makeApiKey(createIds(await readSecret()), tenant, OPEN_HOLDER.keyId);
}

function told(call: KeysCall, answer: Answer): string {
  if (call.json)
    return JSON.stringify(answer.as === "list" ? answer.keys : answer.as === "revoked" ? null : answer.key);
  if (answer.as === "list") return table(answer.keys);
  if (answer.as === "revoked") return `${call.subject} is revoked; within a minute it is refused everywhere.`;
  const { id, name } = answer.key;
  if (answer.as === "key") return `${id}: limits ${limitsOf(answer.key)}`;
  const old = call.action === "rotate" ? `, in the place of ${call.subject}` : "";
  return `A key${name === "" ? "" : ` for ${JSON.stringify(name)}`}${old}. It is shown only now:\n\n  ${answer.key.key}\n\nkey id   ${id}`;
}

async function main(): Promise<number> {
  const call = readArguments(process.argv.slice(2), process.env);
  if (call === null) {
    console.log(HELP);
    return 0;
  }
  const isHere = call.action === "add" && !call.isServerNamed && Object.keys(call.limits).length === 0;
  console.log(isHere ? await addHere(call) : told(call, await askServer(call, await readKey(call))));
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof UsageError ? `${message}.\n\n${HELP}` : message);
  return error instanceof UsageError ? 2 : 1;
});
