import type { ResourceId } from "../../src/domain/resources.ts";
import type { Conversations } from "./conversations.ts";
import type { Goals } from "./goals.ts";
import type { Storage } from "./storage.ts";
import type { Uploads } from "./uploads.ts";

interface Surroundings {
  readonly conversations: Conversations;
  readonly goals: Goals;
  readonly storage: Storage;
  readonly uploads: Uploads;
  /** Deletes the files of uploads. */
  deleteFiles(ids: readonly ResourceId[]): Promise<void>;
  /** Sees to it that uploads which are left behind by a failure are swept. */
  armSweep(): Promise<void>;
}

/** Takes conversations and goals off the index, and deletes the uploads that nothing else has adopted. */
export class Deletion {
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  async closeConversation(id: string): Promise<void> {
    this.#around.conversations.close(id);
    this.#around.storage.conversationClosed(id);
    await this.#release(id);
  }

  async closeGoal(id: string): Promise<void> {
    this.#around.goals.close(id);
    await this.#release(id);
  }

  async deleteUploads(ids: readonly ResourceId[]): Promise<void> {
    if (ids.length === 0) return;
    const { deleteFiles, storage, uploads } = this.#around;
    await deleteFiles(ids);
    uploads.drop(ids);
    storage.drop(ids);
  }

  /** Deletes the uploads that only this conversation or goal has adopted. */
  async #release(adopter: string): Promise<void> {
    const orphans = this.#around.uploads.release(adopter);
    if (orphans.length > 0) await this.#around.armSweep();
    await this.deleteUploads(orphans);
  }
}
