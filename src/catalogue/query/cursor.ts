import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { ModelQuery } from "./model-query.ts";
import type { ListPlace } from "./order.ts";

/** Longer than any that is given out: ids of models have some hundred characters. */
export const MAX_CURSOR_CHARS = 2_000;

/** After which place a page begins, and what the list was made from. */
export interface PageCursor {
  readonly snapshot: string;
  readonly place: ListPlace;
}

type Ordered = Pick<ModelQuery, "order" | "reversed">;

const key = z.number().nullable();
const written = z.tuple([z.string(), z.string(), key, key, z.string()]);

const orderName = ({ order, reversed }: Ordered): string => `${reversed ? "-" : ""}${order}`;

/** A place by its keys, which stay true in a newer snapshot: the next page goes on behind it there. */
export function writeCursor({ snapshot, place }: PageCursor, ordered: Ordered): string {
  const { rank, downloads, id } = place;
  const text = JSON.stringify([snapshot, orderName(ordered), rank, downloads, id]);
  return new TextEncoder().encode(text).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** @throws {AppError} `invalid-request` for what no page gave out, or one in another order. */
export function readCursor(cursor: string, ordered: Ordered): PageCursor {
  const read = written.safeParse(parse(cursor));
  if (!read.success) throw new AppError("invalid-request", "The cursor is not the `next` of a page");
  const [snapshot, order, rank, downloads, id] = read.data;
  if (order !== orderName(ordered))
    throw new AppError("invalid-request", `The cursor is of a list in the order ${order}`);
  return { snapshot, place: { rank, downloads, id } };
}

function parse(cursor: string): unknown {
  if (cursor.length > MAX_CURSOR_CHARS) return null;
  try {
    const bytes = Uint8Array.fromBase64(cursor, { alphabet: "base64url" });
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return null;
  }
}
