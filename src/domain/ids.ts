import { FIRST_OF_PART } from "./partitions.ts";
import type { ResourceId } from "./resources.ts";

/**
 * Public ids. Each carries what is needed to route it and a MAC under the deployment's secret that also
 * covers the tenant, so that a made-up id, or another tenant's, is known for what it is before anything
 * is looked up. All parts are lower-case hexadecimal, but for the first letter of a conversation that a partition keeps:
 *
 *     conv_<conversation:20><mac:16>      run_<conversation:20><run:8><mac:16>
 *     res_<scope:20><own:20><mac:16>      scope is the conversation's part, or zeros for an upload
 *     goal_<goal:20><mac:16>
 */
export interface Ids {
  /** @param partition that keeps it; left out for the tenant's own object */
  newConversation(tenant: string, partition?: string | null): Promise<string>;
  newGoal(tenant: string): Promise<string>;
  newRun(tenant: string, conversation: string): Promise<string>;
  /** @param scope the conversation that owns it, or null for an upload that none has adopted. */
  newResource(tenant: string, scope: string | null): Promise<ResourceId>;
  /** The parts of an id of this tenant, or null for any other string. */
  readConversation(tenant: string, id: string): Promise<string | null>;
  readGoal(tenant: string, id: string): Promise<string | null>;
  readRun(tenant: string, id: string): Promise<{ readonly conversation: string; readonly run: string } | null>;
  readResource(tenant: string, id: string): Promise<ResourceParts | null>;
  /** The public id of what has this part. */
  conversationId(tenant: string, conversation: string): Promise<string>;
  goalId(tenant: string, goal: string): Promise<string>;
  /** A hexadecimal MAC of `bytes` bytes over a purpose and the parts it vouches for. */
  mac(purpose: string, parts: readonly string[], bytes: number): Promise<string>;
  /** Compares in constant time. */
  check(purpose: string, parts: readonly string[], mac: string): Promise<boolean>;
}

export interface ResourceParts {
  /** Null for an upload. */
  readonly scope: string | null;
  readonly own: string;
}

const PART_BYTES = 10;
const RUN_BYTES = 4;
/** 64 bits: a guess is right once in 10^19, and each guess costs a request. */
const MAC_BYTES = 8;
const UPLOAD_SCOPE = "0".repeat(PART_BYTES * 2);

const part = (bytes: number): string => `[0-9a-f]{${bytes * 2}}`;
const CONVERSATION_PART = `${FIRST_OF_PART}[0-9a-f]{${PART_BYTES * 2 - 1}}`;
const CONVERSATION = new RegExp(`^conv_(${CONVERSATION_PART})(${part(MAC_BYTES)})$`);
const GOAL = new RegExp(`^goal_(${part(PART_BYTES)})(${part(MAC_BYTES)})$`);
const RUN = new RegExp(`^run_(${CONVERSATION_PART})(${part(RUN_BYTES)})(${part(MAC_BYTES)})$`);
const RESOURCE = new RegExp(`^res_(${CONVERSATION_PART})(${part(PART_BYTES)})(${part(MAC_BYTES)})$`);

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Random bytes as hexadecimal; call it only while handling a request. */
export const randomHex = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));

/** @param secret the deployment's secret; every id, key and link it ever gave out depends on it. */
export function createIds(secret: string): Ids {
  let key: Promise<CryptoKey> | undefined;
  const encoder = new TextEncoder();

  const mac: Ids["mac"] = async (purpose, parts, bytes) => {
    key ??= crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const message = encoder.encode(JSON.stringify([purpose, ...parts]));
    const full = await crypto.subtle.sign("HMAC", await key, message);
    return toHex(new Uint8Array(full).subarray(0, bytes));
  };

  const check: Ids["check"] = async (purpose, parts, given) => {
    const expected = await mac(purpose, parts, Math.min(32, Math.floor(given.length / 2)));
    if (expected.length < MAC_BYTES * 2 || expected.length !== given.length) return false;
    let difference = 0;
    for (let i = 0; i < expected.length; i++) difference |= expected.charCodeAt(i) ^ given.charCodeAt(i);
    return difference === 0;
  };

  const make = async (prefix: string, tenant: string, ...parts: string[]): Promise<string> =>
    `${prefix}_${parts.join("")}${await mac(prefix, [tenant, ...parts], MAC_BYTES)}`;

  const read = async (pattern: RegExp, prefix: string, tenant: string, id: string): Promise<string[] | null> => {
    const match = pattern.exec(id);
    if (!match) return null;
    const parts = match.slice(1, -1);
    return (await check(prefix, [tenant, ...parts], match.at(-1) ?? "")) ? parts : null;
  };

  return {
    mac,
    check,
    newConversation: (tenant, partition) => {
      const own = randomHex(PART_BYTES);
      return make("conv", tenant, partition ? `${partition}${own.slice(1)}` : own);
    },
    newGoal: (tenant) => make("goal", tenant, randomHex(PART_BYTES)),
    newRun: (tenant, conversation) => make("run", tenant, conversation, randomHex(RUN_BYTES)),
    newResource: (tenant, scope) => make("res", tenant, scope ?? UPLOAD_SCOPE, randomHex(PART_BYTES)),
    conversationId: (tenant, conversation) => make("conv", tenant, conversation),
    goalId: (tenant, goal) => make("goal", tenant, goal),
    readConversation: async (tenant, id) => (await read(CONVERSATION, "conv", tenant, id))?.[0] ?? null,
    readGoal: async (tenant, id) => (await read(GOAL, "goal", tenant, id))?.[0] ?? null,
    readRun: async (tenant, id) => {
      const [conversation, run] = (await read(RUN, "run", tenant, id)) ?? [];
      return conversation && run ? { conversation, run } : null;
    },
    readResource: async (tenant, id) => {
      const [scope, own] = (await read(RESOURCE, "res", tenant, id)) ?? [];
      return scope && own ? { scope: scope === UPLOAD_SCOPE ? null : scope, own } : null;
    },
  };
}
