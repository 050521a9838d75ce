/**
 * The partitions of a tenant: objects beside its own that keep its conversations and admit their runs, where one object
 * could not (docs/scale.md). The own part of a conversation's id begins with the letter of its partition for good; one
 * that begins with a hexadecimal digit, as all do of deployments that have no partitions, is kept by the tenant's object.
 */
export const PARTITIONS: readonly string[] = [..."ghijklmnopqrstuv"];

/** The first character of the own part of a conversation's id: of the tenant's own object, or of a partition. */
export const FIRST_OF_PART = "[0-9a-v]";

const KEPT = /^(?:conv|run)_([g-v])/;

/** The partition that keeps a conversation or run, by its public id; null for the tenant's own object. */
export const partitionOf = (id: string): string | null => KEPT.exec(id)?.[1] ?? null;

/** The partition of a new conversation: of its idempotency key, so that a repeat comes to the same one; by chance for null. */
export async function partitionFor(key: string | null): Promise<string> {
  const bytes = key === null ? crypto.getRandomValues(new Uint8Array(1)) : await digestOf(key);
  return PARTITIONS[(bytes[0] ?? 0) % PARTITIONS.length] ?? "";
}

const digestOf = async (key: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));

/** Objects that share out what a tenant may do at once or in a minute: its own, and its partitions. */
export const SHARERS = PARTITIONS.length + 1;

/** What each of them may let through of a limit, so that they never exceed it together. */
export const shareOf = (limit: number): number => Math.floor(limit / SHARERS);

/**
 * The least that a limit may be where it is shared out. Conversations come to partitions by chance: of a share of 100, a
 * fifth may be free in one partition when another is full; of larger shares less.
 */
export const LEAST_SHARED = 100 * SHARERS;
