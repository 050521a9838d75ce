import type { HistoryTurn } from "../../domain/history.ts";
import type { Resource, ResourceId } from "../../domain/resources.ts";
import type { AppContext } from "../context.ts";
import { bringFiles } from "../hugginggpt/bring-files.ts";
import { MAX_INLINE_BYTES, mostBytesIn, openDataUrl, storeBase64 } from "../inline-files.ts";
import type { ConversationName } from "../pointers.ts";
import { Refused } from "./errors.ts";
import { type Known, linksIn, ownFileAt, withoutLinks } from "./links.ts";
import type { Dialogue, GivenFile, Said } from "./messages.ts";

/** Addresses in earlier turns that are fetched again with each turn, and how long that may take together. */
const MAX_FETCHED_AGAIN = 4;
const FETCH_LIMIT_MS = 15_000;

/** A dialogue as a conversation takes it. */
export interface Brought {
  readonly text: string;
  /** Ids and addresses. */
  readonly resources: readonly string[];
  readonly history: readonly HistoryTurn[];
}

/**
 * Brings the files of a dialogue to where a run can use them. Those of the request must all be there; of earlier turns
 * what is gone, or does not fit any more, is left out, the oldest first.
 * @param home the conversation that it goes on with, which has its own history; null for a new one
 */
export async function bring(c: AppContext, dialogue: Dialogue, home: ConversationName | null): Promise<Brought> {
  const { asked } = dialogue;
  const before = home ? [] : dialogue.before;
  const known = await broughtOver(c, [asked, ...before.toReversed()], home);
  const porter = new Porter(c, known);
  const resources: string[] = [];
  for (const file of asked.files) resources.push(await porter.carry(file));
  const linked = linksIn(asked.text).flatMap((id) => known.get(id)?.id ?? []);
  const history: HistoryTurn[] = [];
  for (const turn of before.toReversed()) history.unshift(await historyTurn(turn, porter, known));
  return {
    text: withoutLinks(asked.text, known),
    resources: [...new Set([...resources, ...linked])],
    history,
  };
}

async function historyTurn({ role, text, files }: Said, porter: Porter, known: Known): Promise<HistoryTurn> {
  const carried: ResourceId[] = [];
  for (const file of files) {
    const id = await porter.carryAgain(file);
    if (id !== null) carried.push(id);
  }
  const linked = linksIn(text).flatMap((id) => known.get(id)?.id ?? []);
  return { role, text: withoutLinks(text, known), resources: [...new Set([...carried, ...linked])] };
}

/** Our own files that the turns name by link or id, those of the newest first. */
async function broughtOver(c: AppContext, newestFirst: readonly Said[], home: ConversationName | null): Promise<Known> {
  const { ids, resources } = c.var.wiring;
  const { tenant } = c.var.holder;
  const named = newestFirst.flatMap(({ text, files }) => [...files.flatMap(ownIds), ...linksIn(text)]);
  const foreign: ResourceId[] = [];
  const known = new Map<ResourceId, Pick<Resource, "id" | "name">>();
  for (const id of new Set(named)) {
    const parts = await ids.readResource(tenant, id);
    if (!parts) continue;
    if (home === null || parts.scope !== home.part) foreign.push(id);
    else known.set(id, { id, name: (await resources.head(tenant, id))?.name ?? id });
  }
  for (const [id, file] of await bringFiles(c, foreign)) known.set(id, file);
  return known;
}

function ownIds(file: GivenFile): readonly ResourceId[] {
  if (file.by === "content") return [];
  const id = file.by === "id" ? file.id : ownFileAt(file.url);
  return id === null ? [] : [id];
}

/** Carries files into the store, within the bound on all that is inside one request. */
class Porter {
  readonly #c: AppContext;
  readonly #known: Known;
  #room = MAX_INLINE_BYTES;
  #fetches = MAX_FETCHED_AGAIN;
  #late: AbortSignal | null = null;
  readonly #count = new Map<string, number>();

  constructor(c: AppContext, known: Known) {
    this.#c = c;
    this.#known = known;
  }

  /** The id of a file, or its address. @throws {Refused} for one that is not there or has no room */
  async carry(file: GivenFile): Promise<string> {
    if (file.by === "content") {
      const stored = await this.#store(file);
      if (stored !== null) return stored;
      const most = `${MAX_INLINE_BYTES / 1024 / 1024} MiB`;
      const message = `The files inside a request may hold ${most} together; upload larger ones to /v1/resources`;
      throw new Refused("resource-too-large", "messages", message);
    }
    const [id] = ownIds(file);
    const own = id === undefined ? undefined : this.#known.get(id);
    if (own) return own.id;
    if (file.by === "url") return file.url;
    throw new Refused("not-found", "messages", `There is no file ${file.id.slice(0, 100)}`);
  }

  /** The same for one of an earlier turn, whatever it takes to have its id; null for one that is not there any more. */
  async carryAgain(file: GivenFile): Promise<ResourceId | null> {
    try {
      if (file.by === "content") return await this.#store(file);
      const [id] = ownIds(file);
      if (id !== undefined && (file.by === "id" || this.#known.has(id))) return this.#known.get(id)?.id ?? null;
      return file.by === "url" ? await this.#fetch(file.url) : null;
    } catch {
      return null;
    }
  }

  /** Null where there is no room. */
  async #store({ content, name, kind }: Extract<GivenFile, { by: "content" }>): Promise<ResourceId | null> {
    if (mostBytesIn(content.length) > this.#room) return null;
    const isUrl =
      typeof content === "string" ? /^data:/i.test(content) : DATA.every((byte, at) => content[at] === byte);
    const file = isUrl ? openDataUrl(content) : { mediaType: null, base64: content, from: 0 };
    const stored = await storeBase64(this.#c, { name: name ?? this.#nameFor(kind, file.mediaType), ...file });
    this.#room -= stored.bytes;
    return stored.id;
  }

  async #fetch(url: string): Promise<ResourceId | null> {
    if (this.#fetches-- <= 0) return null;
    const { wiring, holder } = this.#c.var;
    const { tenant } = holder;
    const id = await wiring.ids.newResource(tenant, null);
    await wiring.tenant(tenant).announceUpload(id);
    this.#late ??= AbortSignal.timeout(FETCH_LIMIT_MS);
    const resource = await wiring.urls.importUrl({ tenant, id, url, signal: this.#late });
    await wiring.tenant(tenant).recordUpload(resource);
    return resource.id;
  }

  /** `image-1.jpg`: a plan tells files by their names. */
  #nameFor(kind: string, mediaType: string | null): string {
    const number = (this.#count.get(kind) ?? 0) + 1;
    this.#count.set(kind, number);
    const subtype = mediaType?.split("/")[1]?.replace(/^x-|\+.*$/g, "") ?? "";
    const extension = EXTENSIONS[subtype] ?? subtype;
    return /^[a-z0-9]{1,5}$/.test(extension) ? `${kind}-${number}.${extension}` : `${kind}-${number}`;
  }
}

const DATA = [...new TextEncoder().encode("data:")];
const EXTENSIONS: Readonly<Record<string, string>> = { jpeg: "jpg", mpeg: "mp3", plain: "txt", markdown: "md" };
