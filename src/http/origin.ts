import type { AppContext } from "./context.ts";

/**
 * What links in answers to this request begin with: the deployment's own address where `PUBLIC_URL` says it, else the
 * one that the caller asked at. Only for what the caller alone reads: a request's host is whatever its sender wrote.
 */
export const originOf = (c: AppContext): string => c.var.wiring.config.publicUrl ?? new URL(c.req.url).origin;
