import type { PermitAsk } from "./permits.ts";

/** A permit that is out. */
export interface Lease extends Pick<PermitAsk, "id" | "endpoint" | "via"> {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The permits that are out: each until it is given back, or its time is over. */
export class Leases {
  readonly #leases = new Map<string, Lease>();

  get size(): number {
    return this.#leases.size;
  }

  has(id: string): boolean {
    return this.#leases.has(id);
  }

  add(lease: Lease): void {
    this.#leases.set(lease.id, lease);
  }

  /** Ends a lease; null for one that has ended already, or never was. */
  end(id: string): Lease | null {
    const lease = this.#leases.get(id) ?? null;
    this.#leases.delete(id);
    return lease;
  }

  /** Ends those whose time is over, and says which. */
  expire(now: number): readonly Lease[] {
    const over = [...this.#leases.values()].filter(({ expiresAt }) => expiresAt <= now);
    for (const { id } of over) this.#leases.delete(id);
    return over;
  }

  /** When the first one comes back by itself; infinity where none is out. */
  firstExpiryAt(): number {
    return this.#expiries().reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
  }

  /** When the last one will have come back by itself; 0 where none is out. */
  lastExpiryAt(): number {
    return this.#expiries().reduce((last, at) => Math.max(last, at), 0);
  }

  #expiries(): readonly number[] {
    return [...this.#leases.values()].map(({ expiresAt }) => expiresAt);
  }
}
