import { afterCall, afterNothing, type Circuit, closedForMs, count, letIn, NEW_CIRCUIT } from "./circuit.ts";
import type { CircuitHealth } from "./permits.ts";

/** Endpoints that are remembered; of more, the one that was heard of the longest ago is forgotten. */
export const MAX_ENDPOINTS = 500;

/** The circuits of the endpoints behind one gate. */
export class Circuits {
  readonly #circuits = new Map<string, Circuit>();

  /** For how many milliseconds no call may go to the endpoint; 0 where one may. */
  closedForMs(endpoint: string, now: number): number {
    return closedForMs(this.#find(endpoint), now);
  }

  letIn(endpoint: string, id: string): void {
    this.#change(endpoint, (circuit) => letIn(circuit, id));
  }

  /** Takes note of how a call came out; true where the circuit is open after it. */
  ended(endpoint: string, id: string, failed: boolean, now: number): boolean {
    this.#change(endpoint, (circuit) => afterCall(circuit, id, failed, now));
    return this.#find(endpoint).state.is === "open";
  }

  /** A call ended that tells nothing of the endpoint. */
  abandoned(endpoint: string, id: string, now: number): void {
    this.#change(endpoint, (circuit) => afterNothing(circuit, id, now));
  }

  /** When the last one that is open lets a call try its endpoint; 0 where none is. */
  lastOpenUntil(): number {
    const open = [...this.#circuits.values()].map(({ state }) => (state.is === "open" ? state.until : 0));
    return open.reduce((last, until) => Math.max(last, until), 0);
  }

  health(now: number): readonly CircuitHealth[] {
    return [...this.#circuits].map(([endpoint, circuit]) => ({
      endpoint,
      circuit: circuit.state.is,
      consecutiveFailures: circuit.consecutiveFailures,
      openUntil: circuit.state.is === "open" ? circuit.state.until : null,
      ...count(circuit, now),
    }));
  }

  #find(endpoint: string): Circuit {
    return this.#circuits.get(endpoint) ?? NEW_CIRCUIT;
  }

  #change(endpoint: string, change: (circuit: Circuit) => Circuit): void {
    const before = this.#find(endpoint);
    const after = change(before);
    if (after === before) return;
    this.#circuits.delete(endpoint);
    this.#circuits.set(endpoint, after);
    const [oldest] = this.#circuits.keys();
    if (this.#circuits.size > MAX_ENDPOINTS && oldest !== undefined) this.#circuits.delete(oldest);
  }
}
