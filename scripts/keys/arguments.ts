import { parseArgs } from "node:util";
import type { KeyLimits } from "../../src/domain/api-key.ts";

const ACTIONS = ["add", "list", "revoke", "rotate", "limit"] as const;
export type Action = (typeof ACTIONS)[number];

const DEFAULT_SERVER = "http://127.0.0.1:8787";

export const HELP = `Makes and manages API keys. A tenant sees its own conversations, runs and files, and no other's.

  npm run keys -- add NAME [--tenant ID]     makes a key here, with the deployment's secret, and asks no server;
                                             without --tenant it opens a new tenant
  npm run keys -- add NAME --server URL      has the server make it, for the tenant that asks; with the limits
                                             that \`limit\` takes, if any are given
  npm run keys -- list                       the keys of the tenant: limits, when used, whether revoked
  npm run keys -- revoke KEY_ID              for good; within a minute
  npm run keys -- rotate KEY_ID              another key in its place; the old one stays good for an hour
                         [--grace SECONDS]   or for as long as this, 0 to 2592000
  npm run keys -- limit KEY_ID               besides what the deployment allows every key; "none" lifts a limit
                         [--runs-per-minute N] [--active-runs N] [--usd-per-day AMOUNT]

  --server URL   also IMPRESARIO_URL; ${DEFAULT_SERVER} unless said otherwise
  --tenant ID    16 hexadecimal digits, as printed with its first key
  --json         prints one JSON document

Who asks: IMPRESARIO_KEY, a key of the tenant without limits of its own. With --tenant, whoever knows the deployment's
secret, which is taken from IMPRESARIO_SECRET, else from .dev.vars; it never leaves this machine.

  IMPRESARIO_SECRET=… npm run keys -- add alice
  IMPRESARIO_KEY=imp_… npm run keys -- limit 0123abcd --runs-per-minute 30 --usd-per-day 5 --server https://…`;

export interface KeysCall {
  readonly action: Action;
  /** A name for `add`, a key id otherwise; empty for `list`. */
  readonly subject: string;
  readonly tenant: string | null;
  readonly server: string;
  /** False where only the default says which. */
  readonly isServerNamed: boolean;
  readonly limits: Partial<KeyLimits>;
  readonly graceSeconds: number | null;
  readonly json: boolean;
}

/** A call that cannot be meant; its message says why. */
export class UsageError extends Error {}

/** @returns null where help is asked for. @throws {UsageError} */
export function readArguments(args: readonly string[], environment: NodeJS.ProcessEnv): KeysCall | null {
  const { values, positionals } = parse(args);
  const [word, subject = "", ...more] = positionals;
  if (values.help || word === undefined) return null;
  const action = ACTIONS.find((one) => one === word);
  if (!action) throw new UsageError(`There is no "${word}"; there are ${ACTIONS.join(", ")}`);
  if (more.length > 0 || (subject === "") !== (action === "list")) {
    throw new UsageError(`It is \`npm run keys -- ${action}${OPERANDS[action]}\``);
  }
  if (action !== "add" && action !== "list" && !/^[0-9a-f]{8}$/.test(subject)) {
    throw new UsageError("A key id is eight hexadecimal digits: the third part of the key");
  }
  if (values.tenant !== undefined && !/^[0-9a-f]{16}$/.test(values.tenant)) {
    throw new UsageError("A tenant's id is 16 hexadecimal digits, as printed with its first key");
  }
  refuseStray(action, values);
  const limits = readLimits(values);
  if (action === "limit" && Object.keys(limits).length === 0) throw new UsageError("Say which limit, and how much");
  const server = values.server ?? environment.IMPRESARIO_URL;
  return {
    ...{ action, subject, tenant: values.tenant ?? null, limits },
    server: readServer(server || DEFAULT_SERVER),
    isServerNamed: Boolean(server),
    graceSeconds: values.grace === undefined ? null : readNumber("grace", values.grace),
    json: values.json ?? false,
  };
}

const OPERANDS: Readonly<Record<Action, string>> = {
  add: " NAME",
  list: "",
  revoke: " KEY_ID",
  rotate: " KEY_ID",
  limit: " KEY_ID",
};

/** Options that only some actions know; one that is passed over would be taken to hold. */
const ONLY_WITH: Readonly<Record<string, readonly Action[]>> = {
  grace: ["rotate"],
  "runs-per-minute": ["add", "limit"],
  "active-runs": ["add", "limit"],
  "usd-per-day": ["add", "limit"],
};

function refuseStray(action: Action, values: Readonly<Record<string, unknown>>): void {
  for (const [option, actions] of Object.entries(ONLY_WITH)) {
    if (values[option] === undefined || actions.includes(action)) continue;
    throw new UsageError(`--${option} goes with ${actions.join(" and ")}, not with ${action}`);
  }
}

const text = { type: "string" } as const;

function parse(args: readonly string[]) {
  const options = {
    ...{ tenant: text, server: text, grace: text },
    ...{ "runs-per-minute": text, "active-runs": text, "usd-per-day": text },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readLimits(values: Readonly<Record<string, string | boolean | undefined>>): Partial<KeyLimits> {
  const names = { runsPerMinute: "runs-per-minute", activeRuns: "active-runs", usdPerDay: "usd-per-day" } as const;
  return Object.fromEntries(
    Object.entries(names).flatMap(([limit, option]) => {
      const value = values[option];
      if (typeof value !== "string") return [];
      return [[limit, value === "none" ? null : readNumber(option, value)]];
    }),
  );
}

function readNumber(option: string, text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number < 0) {
    throw new UsageError(`--${option} takes a number, not "${text}"`);
  }
  return number;
}

function readServer(address: string): string {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`"${address}" is no address of a server`);
  return url.href.replace(/\/+$/, "");
}
