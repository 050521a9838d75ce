import type { HttpDependencies } from "../dependencies.ts";

/** Who asks, and with what. */
export interface Asking {
  readonly model: string;
  readonly surroundings: Pick<HttpDependencies, "fetch" | "now">;
  readonly signal: AbortSignal;
}

/** The header of HTTP's basic scheme (RFC 7617), in UTF-8. */
export const basic = (name: string, password: string): string =>
  `Basic ${new TextEncoder().encode(`${name}:${password}`).toBase64()}`;
