import { createHash } from "node:crypto";

/** Which of `count` parts a row falls into, by the hash of its id: the same on every machine. */
export const foldOf = (id: string, count: number, salt: string): number =>
  createHash("sha256").update(`${salt}${id}`).digest().readUInt32BE(0) % count;
