import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { KeyLimits } from "../../src/domain/api-key.ts";
import { UNLIMITED } from "../../src/domain/api-key.ts";
import { randomHex } from "../../src/domain/ids.ts";
import type { Resource } from "../../src/domain/resources.ts";
import type { Admission, RegistryRpc } from "../../src/rpc/registry.ts";
import { wire } from "../../src/wiring.ts";
import { value } from "../durable-objects/driver.ts";

/** A key that the tenant knows nothing of, and so one without limits of its own. */
export const KEY = "00000001";

/** A tenant of its own in a deployment that divides tenants. */
export function divide() {
  const wiring = wire(env);
  const { ids, resources } = wiring;
  const name = randomHex(8);
  const rpc = () => wiring.tenant(name);
  const registry = (id: string): RegistryRpc => wiring.registry(name, id);
  /** A conversation of a partition, or of the tenant's object, with a run. */
  const named = async (partition: string | null) => {
    const conversation = await ids.newConversation(name, partition);
    const part = (await ids.readConversation(name, conversation)) ?? "";
    return { conversation, part, run: await ids.newRun(name, part) };
  };
  return {
    name,
    rpc,
    registry,
    names: named,
    /** Asks for a run in a new conversation. */
    admit: async (partition: string | null, more: Partial<Admission> = {}) => {
      const names = await named(partition);
      const admission = { keyId: KEY, title: "A title", ...names, ...more };
      const { part: _part, ...asked } = admission;
      return { ...asked, admitted: await registry(asked.conversation).admit(asked) };
    },
    upload: async (): Promise<Resource> => {
      const id = await ids.newResource(name, null);
      value(await rpc().announceUpload({ id, keyId: KEY, mostBytes: 100 }));
      const body = new Blob(["hello"]).stream();
      const request = { tenant: name, id, name: "a.txt", declaredType: "text/plain", body, maxBytes: 100 };
      const resource = await resources.save({ ...request, origin: { by: "upload" } });
      await rpc().recordUpload(resource);
      return resource;
    },
    limit: async (keyId: string, limits: Partial<KeyLimits>) =>
      value(await rpc().addKey({ id: keyId, name: "", limits: { ...UNLIMITED, ...limits } })),
    partition: (letter: string) => env.TENANT_PARTITION.getByName(`${name}:${letter}`),
    object: () => env.TENANT.getByName(name),
  };
}

/** All rows of an object, by table. */
export const rowsOf = (stub: DurableObjectStub): Promise<Record<string, readonly object[]>> =>
  runInDurableObject(stub, (_, { storage: { sql } }) => {
    const query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'";
    const names = sql.exec<{ name: string }>(query).toArray();
    const kept = names.filter(({ name }) => !name.startsWith("sqlite_") && name !== "schema_versions");
    return Object.fromEntries(kept.map(({ name }) => [name, sql.exec(`SELECT * FROM ${name}`).toArray()]));
  });
