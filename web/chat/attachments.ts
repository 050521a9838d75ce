import type { ResourceView } from "../../src/client/client.ts";
import { admit, distinctName, type Refusal } from "./admit.ts";
import { MAX_FILES } from "./limits.ts";

export type Progress =
  | { readonly as: "waiting" }
  | { readonly as: "uploading" }
  | { readonly as: "ready"; readonly resource: ResourceView }
  | { readonly as: "failed"; readonly fault: unknown }
  /** The page was loaded anew before it was uploaded, and no longer has it. */
  | { readonly as: "lost" };

/** A file that goes with the message that is being written. */
export interface Attachment {
  readonly number: number;
  /** Null for one that an earlier page attached. */
  readonly file: File | null;
  readonly name: string;
  readonly bytes: number;
  /** The address of a picture of it, for pictures. */
  readonly preview: string | null;
  readonly progress: Progress;
}

/** What of a file outlasts the page. */
export interface KeptFile {
  readonly name: string;
  readonly bytes: number;
  /** Null for one that was not uploaded yet. */
  readonly resource: ResourceView | null;
}

export interface Attached {
  readonly files: readonly Attachment[];
  /** Of what was last to be attached. */
  readonly refused: readonly Refusal[];
}

export interface AttachmentsOptions {
  readonly upload: (file: File, name: string, signal: AbortSignal) => Promise<ResourceView>;
  /** The address of a picture; null for what is none. */
  readonly preview: (file: File) => string | null;
  readonly release: (preview: string) => void;
}

/** A browser opens six connections to a server at the most, and the page needs some of them. */
const MAX_UPLOADS_AT_ONCE = 3;

/** The files of one message: each is uploaded as soon as it is attached. */
export class Attachments {
  readonly #options: AttachmentsOptions;
  readonly #listeners = new Set<() => void>();
  readonly #uploads = new Map<number, AbortController>();
  #attached: Attached = { files: [], refused: [] };
  #made = 0;
  /** How often all were let go. */
  #cleared = 0;

  constructor(options: AttachmentsOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly now = (): Attached => this.#attached;

  /** The files that an earlier page attached: those that it uploaded go with the message, the others are lost. */
  restore(kept: readonly KeptFile[]): void {
    const files = kept.slice(0, MAX_FILES).map(({ name, bytes, resource }): Attachment => {
      this.#made += 1;
      const progress: Progress = resource ? { as: "ready", resource } : { as: "lost" };
      return { number: this.#made, file: null, name, bytes, preview: null, progress };
    });
    this.#change({ files, refused: [] });
  }

  /** What of the files outlasts the page. */
  kept(): readonly KeptFile[] {
    return this.#attached.files.map(({ name, bytes, progress }) => ({
      ...{ name, bytes },
      resource: progress.as === "ready" ? progress.resource : null,
    }));
  }

  /** A lost file makes room for one of its name. @param refusals of what was given with them, and is no file at all */
  add(files: readonly File[], refusals: readonly Refusal[] = []): void {
    const given = new Set(files.map(({ name }) => name));
    const before = this.#attached.files.filter(({ name, progress }) => progress.as !== "lost" || !given.has(name));
    const { admitted, refused } = admit(files, before.length);
    const taken = new Set(before.map(({ name }) => name));
    const added = admitted.map((file): Attachment => {
      const name = distinctName(file.name, taken);
      taken.add(name);
      this.#made += 1;
      const preview = this.#options.preview(file);
      return { number: this.#made, file, name, bytes: file.size, preview, progress: { as: "waiting" } };
    });
    this.#change({ files: [...before, ...added], refused: [...refusals, ...refused] });
    this.#uploadNext();
  }

  remove(number: number): void {
    this.#uploads.get(number)?.abort();
    this.#uploads.delete(number);
    const { files } = this.#attached;
    const preview = files.find((one) => one.number === number)?.preview;
    if (preview) this.#options.release(preview);
    this.#change({ files: files.filter((one) => one.number !== number), refused: [] });
    this.#uploadNext();
  }

  retry(number: number): void {
    this.#progress(number, { as: "waiting" });
    this.#uploadNext();
  }

  /** Uploads once more what failed. */
  retryAll(): void {
    for (const { number, progress } of this.#attached.files) {
      if (progress.as === "failed") this.#progress(number, { as: "waiting" });
    }
    this.#uploadNext();
  }

  clear(): void {
    this.#cleared += 1;
    for (const upload of this.#uploads.values()) upload.abort();
    this.#uploads.clear();
    for (const { preview } of this.#attached.files) if (preview) this.#options.release(preview);
    this.#change({ files: [], refused: [] });
  }

  /** The uploaded files, once none is on its way any more; null where one failed, or all were let go meanwhile. */
  async settled(): Promise<readonly ResourceView[] | null> {
    const cleared = this.#cleared;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (this.#attached.files.some(({ progress: { as } }) => as === "waiting" || as === "uploading")) return;
        leave();
        resolve();
      };
      const leave = this.subscribe(look);
      look();
    });
    if (cleared !== this.#cleared) return null;
    const { files } = this.#attached;
    const resources = files.flatMap(({ progress }) => (progress.as === "ready" ? [progress.resource] : []));
    return resources.length === files.length ? resources : null;
  }

  #uploadNext(): void {
    for (const { number, file, name, progress } of this.#attached.files) {
      if (this.#uploads.size >= MAX_UPLOADS_AT_ONCE) return;
      if (file && progress.as === "waiting") void this.#upload(number, file, name);
    }
  }

  async #upload(number: number, file: File, name: string): Promise<void> {
    const upload = new AbortController();
    this.#uploads.set(number, upload);
    this.#progress(number, { as: "uploading" });
    const end = await this.#options.upload(file, name, upload.signal).then(
      (resource): Progress => ({ as: "ready", resource }),
      (fault: unknown): Progress => ({ as: "failed", fault }),
    );
    // Removed meanwhile: nobody asks for it any more.
    if (this.#uploads.get(number) !== upload) return;
    this.#uploads.delete(number);
    this.#progress(number, end);
    this.#uploadNext();
  }

  #progress(number: number, progress: Progress): void {
    const { files, refused } = this.#attached;
    this.#change({ files: files.map((one) => (one.number === number ? { ...one, progress } : one)), refused });
  }

  #change(attached: Attached): void {
    this.#attached = attached;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Why a message cannot go yet for one of its files; null where none holds it back. */
export function heldBackBy(files: readonly Pick<Attachment, "name" | "progress">[]): string | null {
  const lost = files.find(({ progress }) => progress.as === "lost");
  if (lost) return `${lost.name} must be attached again, or removed.`;
  const failed = files.find(({ progress }) => progress.as === "failed");
  return failed ? `${failed.name} is not uploaded: try it again, or remove it.` : null;
}
