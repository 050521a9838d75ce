import { accepts } from "hono/accepts";
import type { AppContext } from "./context.ts";

/** The longest a request is held open for the end of a run; proxies seldom allow more. */
export const MAX_WAIT_S = 300;

/** How long the caller asks to wait for the end, in seconds, from `Prefer: wait=N` (RFC 7240); null when it doesn't. */
export function preferredWait(header: string | undefined): number | null {
  const seconds = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i.exec(header ?? "")?.[1];
  return seconds === undefined ? null : Math.min(Number(seconds), MAX_WAIT_S);
}

/** The first of the media types that the caller likes best; the first of all when it doesn't say. */
export function preferredType<Type extends string>(c: AppContext, types: readonly [Type, ...Type[]]): Type {
  const wanted = accepts(c, { header: "Accept", supports: [...types], default: types[0] });
  return types.find((type) => type === wanted) ?? types[0];
}
