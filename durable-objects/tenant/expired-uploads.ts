import type { Deletion } from "./deletion.ts";
import { type Chore, SWEEP_MS } from "./sweep.ts";
import type { Uploads } from "./uploads.ts";

const MAX_SWEPT = 500;

/** Deletes uploads that nobody adopted in time. */
export class ExpiredUploads implements Chore {
  readonly #uploads: Uploads;
  readonly #deletion: Pick<Deletion, "deleteUploads">;

  constructor(uploads: Uploads, deletion: Pick<Deletion, "deleteUploads">) {
    this.#uploads = uploads;
    this.#deletion = deletion;
  }

  async run(now: number): Promise<boolean> {
    const expired = this.#uploads.expired(now, MAX_SWEPT);
    await this.#deletion.deleteUploads(expired);
    return expired.length === MAX_SWEPT;
  }

  dueInMs(): number | null {
    return this.#uploads.areAllKept() ? null : SWEEP_MS;
  }
}
