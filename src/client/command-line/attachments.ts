import { openAsBlob } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { JsonValue } from "../../domain/json.ts";
import type { Client } from "../client.ts";
import { UsageError } from "./arguments.ts";
import type { Session } from "./session.ts";

/** What goes along with a request, as the command line names it. */
export interface Given {
  readonly files: readonly string[];
  readonly plan: string | undefined;
  readonly conversation: string | undefined;
}

/** The same as the server takes it. */
export interface Attachments {
  readonly resources?: readonly string[];
  readonly plan?: JsonValue;
}

export interface Gathered {
  readonly attachments: Attachments;
  /** Of the conversation's resources and of the files sent just now, by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** A plan holds 256 tasks at most; a larger file is something else. */
const MAX_PLAN_BYTES = 1024 * 1024;

/**
 * Uploads the files, and reads the plan.
 * @throws {UsageError} for what is no file or no plan, before anything is sent.
 */
export async function gather(
  client: Client,
  given: Given,
  { folder, signal }: Pick<Session, "folder" | "signal">,
): Promise<Gathered> {
  const files = await Promise.all(given.files.map((file) => findFile(folder, file)));
  const plan = given.plan === undefined ? undefined : await readPlan(resolve(folder, given.plan));
  const names = new Map(await knownNames(client, given.conversation, signal));
  const resources: string[] = [];
  for (const file of files) {
    if (file.at === "server") {
      resources.push(file.reference);
      continue;
    }
    const name = basename(file.path);
    const { id } = await client.upload(await openAsBlob(file.path), { name }, { signal });
    names.set(id, name);
    resources.push(id);
  }
  return {
    attachments: { ...(resources.length === 0 ? {} : { resources }), ...(plan === undefined ? {} : { plan }) },
    names,
  };
}

type FoundFile = { readonly at: "server"; readonly reference: string } | { readonly at: "disk"; readonly path: string };

/** @throws {UsageError} for a path that leads to no file, before anything is sent. */
async function findFile(folder: string, file: string): Promise<FoundFile> {
  if (/^https?:\/\//.test(file) || /^res_[0-9a-f]+$/.test(file)) return { at: "server", reference: file };
  const path = resolve(folder, file);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new UsageError(`${file} is no file`);
  return { at: "disk", path };
}

async function readPlan(path: string): Promise<JsonValue> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.size > MAX_PLAN_BYTES) throw new UsageError(`${path} is not a file with a plan`);
  try {
    const plan: JsonValue = JSON.parse(await readFile(path, "utf8"));
    return plan;
  } catch {
    throw new UsageError(`${path} is not JSON`);
  }
}

async function knownNames(
  client: Client,
  conversation: string | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (conversation === undefined) return new Map();
  const { resources } = await client.conversation(conversation, { signal });
  return new Map(resources.map(({ id, name }) => [id, name]));
}
