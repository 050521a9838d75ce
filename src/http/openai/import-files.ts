import { isAddress } from "../../domain/addresses.ts";
import type { HistoryTurn } from "../../domain/conversation.ts";
import { AppError } from "../../domain/errors.ts";
import { MAX_RESOURCE_BYTES, RESOURCE_ID, type Resource, type ResourceId } from "../../domain/resources.ts";
import { adoptableFiles, FileNames, MAX_COPIED_FILES } from "../adoptable-files.ts";
import type { AppContext } from "../context.ts";
import { isDataUrl, MAX_INLINE_BYTES, mostBytesIn, openDataUrl, storeBase64 } from "../inline-files.ts";
import { type ConversationName, unsafeUrl } from "../pointers.ts";
import { storeUpload } from "../store-upload.ts";
import { Refused } from "./errors.ts";
import type { ChatDialogue, ChatTurn, GivenContent, GivenFile } from "./messages.ts";

/** As many files as a request and its history may have. Each link is looked up, and a text could hold thousands. */
const MAX_NAMED_FILES = 64;

/** A chat as a conversation takes it. */
interface ImportedDialogue {
  readonly text: string;
  /** Ids of files, and URLs. */
  readonly resources: readonly string[];
  readonly history: readonly HistoryTurn[];
}

/**
 * Stores the files of a chat where a run can use them. Those of the request must all be there; those of earlier turns
 * that are gone, or for which there is no room, are left out, the oldest first.
 * @param conversation the conversation that the chat goes on with, which has its own history; null for a new one
 * @param stored gets the ids of what is stored for this request
 */
export async function importFiles(
  c: AppContext,
  dialogue: ChatDialogue,
  conversation: ConversationName | null,
  stored: ResourceId[] = [],
): Promise<ImportedDialogue> {
  const { asked } = dialogue;
  const before = conversation ? [] : dialogue.before;
  const names = new FileNames();
  const known = await findOwnFiles(c, [asked, ...before.toReversed()], conversation, names);
  for (const [id, file] of known) if (file.id !== id) stored.push(file.id);
  const importer = new FileImimporter(c, known, names, stored);
  const resources: string[] = [];
  for (const file of asked.files) resources.push(await importer.import(file));
  const linked = linksIn(asked.text).flatMap((id) => known.get(id)?.id ?? []);
  const history: HistoryTurn[] = [];
  for (const turn of before.toReversed()) history.unshift(await historyTurn(turn, importer, known));
  return {
    text: withoutLinks(asked.text, known),
    resources: [...new Set([...resources, ...linked])],
    history,
  };
}

async function historyTurn(
  { role, text, files }: ChatTurn,
  importer: FileImimporter,
  known: KnownResources,
): Promise<HistoryTurn> {
  const imported: ResourceId[] = [];
  for (const file of files) {
    const id = await importer.importAgain(file);
    if (id !== null) imported.push(id);
  }
  const linked = linksIn(text).flatMap((id) => known.get(id)?.id ?? []);
  return { role, text: withoutLinks(text, known), resources: [...new Set([...imported, ...linked])] };
}

/** The files of this API that the turns name by link or id, as the conversation may have them; newest turns first. */
async function findOwnFiles(
  c: AppContext,
  newestFirst: readonly ChatTurn[],
  conversation: ConversationName | null,
  names: FileNames,
): Promise<KnownResources> {
  const { ids, resources } = c.var.wiring;
  const { tenant } = c.var.holder;
  const named = newestFirst.flatMap(({ text, files }) => [
    ...files.flatMap((file) => ownId(file) ?? []),
    ...linksIn(text),
  ]);
  const foreign: ResourceId[] = [];
  const known = new Map<ResourceId, Pick<Resource, "id" | "name">>();
  for (const id of [...new Set(named)].slice(0, MAX_NAMED_FILES)) {
    const parts = await ids.readResource(tenant, id);
    if (!parts) continue;
    if (conversation === null || parts.scope !== conversation.part) foreign.push(id);
    else known.set(id, { id, name: (await resources.head(tenant, id))?.name ?? id });
  }
  for (const [id, file] of await adoptableFiles(c.var, foreign, names)) known.set(id, file);
  return known;
}

/** URLs in earlier turns that are fetched again with each request, and the time for all of them together. */
const MAX_FETCHED_AGAIN = 4;
const FETCH_LIMIT_MS = 15_000;

/** The id of the file of this API that is named, or null. */
function ownId(file: GivenFile): ResourceId | null {
  if (file.by === "content") return null;
  return file.by === "id" ? file.id : ownFileAt(file.url);
}

/** Stores the files of one request, within `MAX_INLINE_BYTES` for all content inside it. */
class FileImimporter {
  readonly #c: AppContext;
  readonly #known: KnownResources;
  readonly #names: FileNames;
  readonly #stored: ResourceId[];
  #room = MAX_INLINE_BYTES;
  #fetches = MAX_FETCHED_AGAIN;
  #late: AbortSignal | null = null;

  /** @param known files of this API that the chat names @param names that are taken @param stored gets the ids of new files */
  constructor(c: AppContext, known: KnownResources, names: FileNames, stored: ResourceId[]) {
    this.#stored = stored;
    this.#c = c;
    this.#known = known;
    this.#names = names;
  }

  /** The id of a file, or its URL. @throws {Refused} for one that does not exist, cannot be read or has no room */
  async import(file: GivenFile): Promise<string> {
    if (file.by === "content") return this.#importContent(file);
    const id = ownId(file);
    const own = id === null ? undefined : this.#known.get(id);
    if (own) return own.id;
    if (file.by === "url") return this.#vet(file);
    const most = `of files that earlier conversations made, a request may bring ${MAX_COPIED_FILES}`;
    throw new Refused("not-found", file.place, `There is no file ${file.id.slice(0, 100)}; ${most}`);
  }

  /** The id of a file of an earlier turn, which is fetched if need be; null for one that can no longer be had. */
  async importAgain(file: GivenFile): Promise<ResourceId | null> {
    try {
      if (file.by === "content") return await this.#store(file);
      const id = ownId(file);
      const own = id === null ? undefined : this.#known.get(id);
      if (own) return own.id;
      return file.by === "url" ? await this.#fetch(file.url) : null;
    } catch {
      return null;
    }
  }

  async #importContent(file: GivenContent & Pick<GivenFile, "place">): Promise<ResourceId> {
    const stored = await this.#store(file).catch((thrown: unknown) => {
      throw thrown instanceof AppError ? new Refused(thrown.code, file.place, thrown.message) : thrown;
    });
    if (stored !== null) return stored;
    const most = `${MAX_INLINE_BYTES / 1024 / 1024} MiB`;
    const message = `The files inside a request may hold ${most} together; upload larger ones to /v1/resources`;
    throw new Refused("resource-too-large", file.place, message);
  }

  #vet({ url, place }: GivenFile & { readonly by: "url" }): string {
    if (!isAddress(url)) {
      throw new Refused("invalid-request", place, "This is neither an address nor a base64 data URL");
    }
    const unsafe = unsafeUrl([url], this.#c.var.wiring);
    if (unsafe && !unsafe.ok) throw new Refused(unsafe.error.code, place, unsafe.error.message);
    return url;
  }

  /** The id of the stored file; null where there is no room. */
  async #store({ content, name, label, mediaType }: GivenContent): Promise<ResourceId | null> {
    if (mostBytesIn(content.length) > this.#room) return null;
    const file = isDataUrl(content) ? openDataUrl(content) : { mediaType, base64: content, from: 0 };
    const stored = await storeBase64(this.#c, {
      ...file,
      name: this.#names.unused(name ?? `${label}${extensionFor(file.mediaType)}`),
    });
    this.#names.take(stored.name);
    this.#stored.push(stored.id);
    this.#room -= stored.bytes;
    return stored.id;
  }

  async #fetch(url: string): Promise<ResourceId | null> {
    if (this.#fetches-- <= 0) return null;
    const { wiring, holder } = this.#c.var;
    const { tenant } = holder;
    this.#late ??= AbortSignal.timeout(FETCH_LIMIT_MS);
    const signal = this.#late;
    const resource = await storeUpload(wiring, holder, MAX_RESOURCE_BYTES, (id) =>
      wiring.urls.importUrl({ tenant, id, url, signal }),
    );
    return resource.id;
  }
}

/** Extensions that differ from the subtype of their media type. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ["jpeg", "jpg"],
  ["mpeg", "mp3"],
  ["mp4a-latm", "m4a"],
  ["plain", "txt"],
  ["markdown", "md"],
]);

/** `image/jpeg` → `.jpg`, as plans refer to files by name; empty for a type without a known extension. */
function extensionFor(mediaType: string | null): string {
  const subtype = mediaType?.split("/")[1]?.replace(/^x-|\+.*$/g, "") ?? "";
  const extension = EXTENSIONS.get(subtype) ?? subtype;
  return /^[a-z0-9]{1,5}$/.test(extension) ? `.${extension}` : "";
}

/** Files of this API as the conversation may have them, by the ids that the chat names them by. */
type KnownResources = ReadonlyMap<ResourceId, Pick<Resource, "id" | "name">>;

/** A link to a file of this API: its path, or its signed URL. */
const LINK = new RegExp(
  String.raw`(\]\()?(?:https?://[^\s/"'<>()[\]]{1,255})?/v1/resources/(${RESOURCE_ID})(?:\?[\w=&-]{0,300})?`,
  "g",
);
const WHOLE = new RegExp(String.raw`^(?:https?://[^\s/]{1,255})?/v1/resources/(${RESOURCE_ID})(?:[?#]|$)`);

/** The ids that links in a text name, unverified: the MAC in each says whether it is the caller's. */
const linksIn = (text: string): readonly ResourceId[] => [...text.matchAll(LINK)].map(([, , id = ""]) => id);

/** The id in a URL of a file of this API, or null. */
const ownFileAt = (url: string): ResourceId | null => WHOLE.exec(url)?.[1] ?? null;

/**
 * The text with links to files of this API as a chat log has them: without host and signature, and with the id that the
 * file has in the conversation; outside of Markdown, the file's name replaces the link.
 */
const withoutLinks = (text: string, known: KnownResources): string =>
  text.replaceAll(LINK, (link: string, inMarkdown: string | undefined, id: string) => {
    const file = known.get(id);
    if (!file) return link;
    return inMarkdown === undefined ? file.name : `${inMarkdown}/v1/resources/${file.id}`;
  });
