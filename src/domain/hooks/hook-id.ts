import { type Ids, randomHex } from "../ids.ts";

/** What a hook's id carries: whose it is. */
const HOOK_ID = /^hook_([0-9a-f]{16})([0-9a-f]{20})([0-9a-f]{16})$/;
const OWN_BYTES = 10;
/** 64 bits, as every public id has. */
const MAC_BYTES = 8;

/** A new id: `hook_<tenant:16><own:20><mac:16>`, in hexadecimal. Who calls a hook has no key, so the id tells whose it is. */
export async function newHookId(ids: Pick<Ids, "mac">, tenant: string): Promise<string> {
  const own = randomHex(OWN_BYTES);
  return `hook_${tenant}${own}${await ids.mac("hook", [tenant, own], MAC_BYTES)}`;
}

/** The tenant of a hook, or null for any string that is no hook's id of this deployment. */
export async function readHookId(ids: Pick<Ids, "check">, id: string): Promise<string | null> {
  const [, tenant, own, mac] = HOOK_ID.exec(id) ?? [];
  if (tenant === undefined || own === undefined || mac === undefined) return null;
  return (await ids.check("hook", [tenant, own], mac)) ? tenant : null;
}
