import { isAddress } from "../../domain/addresses.ts";
import { AppError } from "../../domain/errors.ts";
import { MAX_RESOURCE_BYTES, type ResourceId } from "../../domain/resources.ts";
import { MAX_COPIED_FILES } from "../bring-files.ts";
import type { AppContext } from "../context.ts";
import type { FileNames } from "../file-names.ts";
import { isDataUrl, MAX_INLINE_BYTES, mostBytesIn, openDataUrl, storeBase64 } from "../inline-files.ts";
import { unsafeUrl } from "../pointers.ts";
import { storeUpload } from "../store-upload.ts";
import { Refused } from "./errors.ts";
import { type KnownResources, ownFileAt } from "./links.ts";
import type { GivenContent, GivenFile } from "./parts.ts";

/** Addresses in earlier turns that are fetched again with each turn, and how long that may take together. */
const MAX_FETCHED_AGAIN = 4;
const FETCH_LIMIT_MS = 15_000;

/** The id of a file here that is named, or null. */
export function ownId(file: GivenFile): ResourceId | null {
  if (file.by === "content") return null;
  return file.by === "id" ? file.id : ownFileAt(file.url);
}

/** Carries the files of one request into the store, within the bound on all that is inside it. */
export class FileImporter {
  readonly #c: AppContext;
  readonly #known: KnownResources;
  readonly #names: FileNames;
  #room = MAX_INLINE_BYTES;
  #fetches = MAX_FETCHED_AGAIN;
  #late: AbortSignal | null = null;

  /** @param known files that are here already @param names that are theirs */
  constructor(c: AppContext, known: KnownResources, names: FileNames) {
    this.#c = c;
    this.#known = known;
    this.#names = names;
  }

  /** The id of a file, or its address. @throws {Refused} for one that is not there, cannot be read or has no room */
  async carry(file: GivenFile): Promise<string> {
    if (file.by === "content") return this.#carryContent(file);
    const id = ownId(file);
    const own = id === null ? undefined : this.#known.get(id);
    if (own) return own.id;
    if (file.by === "url") return this.#vet(file);
    const most = `of files that earlier conversations made, a request may bring ${MAX_COPIED_FILES}`;
    throw new Refused("not-found", file.place, `There is no file ${file.id.slice(0, 100)}; ${most}`);
  }

  /** The same for one of an earlier turn, whatever it takes to have its id; null for one that is not there any more. */
  async carryAgain(file: GivenFile): Promise<ResourceId | null> {
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

  async #carryContent(file: GivenContent & Pick<GivenFile, "place">): Promise<ResourceId> {
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

  /** Null where there is no room. */
  async #store({ content, name, label, mediaType }: GivenContent): Promise<ResourceId | null> {
    if (mostBytesIn(content.length) > this.#room) return null;
    const file = isDataUrl(content) ? openDataUrl(content) : { mediaType, base64: content, from: 0 };
    const stored = await storeBase64(this.#c, {
      ...file,
      name: this.#names.unlike(name ?? `${label}${extensionFor(file.mediaType)}`),
    });
    this.#names.take(stored.name);
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
    await wiring.tenant(tenant).recordUpload(resource);
    return resource.id;
  }
}

/** Where the subtype is not the extension. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ["jpeg", "jpg"],
  ["mpeg", "mp3"],
  ["mp4a-latm", "m4a"],
  ["plain", "txt"],
  ["markdown", "md"],
]);

/** `.jpg`: a plan tells files by their names. Empty where the type tells none. */
function extensionFor(mediaType: string | null): string {
  const subtype = mediaType?.split("/")[1]?.replace(/^x-|\+.*$/g, "") ?? "";
  const extension = EXTENSIONS.get(subtype) ?? subtype;
  return /^[a-z0-9]{1,5}$/.test(extension) ? `.${extension}` : "";
}
