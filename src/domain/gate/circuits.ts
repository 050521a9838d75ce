import type { CircuitHealth } from "./permits.ts";

/** Failures in a row that open a circuit: a hiccup is fewer. */
export const FAILURES_TO_OPEN = 5;
/** With so many calls in the window, and at least this share of them failed, a circuit opens as well. */
export const CALLS_FOR_SHARE = 10;
export const SHARE_TO_OPEN = 0.5;
/** How far back calls count. */
export const WINDOW_MS = 60_000;
/** Calls that are remembered: more say no more about the share. */
const MAX_RECENT = 50;
/** First time that a circuit stays open; doubles with each probe that fails. */
export const OPEN_BASE_MS = 5_000;
export const OPEN_MAX_MS = 5 * 60_000;

interface CallEnd {
  readonly at: number;
  readonly failed: boolean;
}

/** What is known of an endpoint, and whether calls may go to it. Times are milliseconds since the epoch. */
export interface Circuit {
  /** Oldest first. */
  readonly recent: readonly CallEnd[];
  readonly consecutiveFailures: number;
  readonly state:
    | { readonly is: "closed" }
    | { readonly is: "open"; readonly until: number; readonly openings: number }
    | { readonly is: "half-open"; readonly probe: string; readonly openings: number };
}

export const NEW_CIRCUIT: Circuit = { recent: [], consecutiveFailures: 0, state: { is: "closed" } };

/** For how many milliseconds no call may go through; 0 where one may. */
export function closedForMs({ state }: Circuit, now: number): number {
  if (state.is === "closed") return 0;
  // How long the probe takes nobody knows; whoever comes back when it would be tried again has waited long enough.
  if (state.is === "half-open") return openMs(state.openings);
  return Math.max(0, state.until - now);
}

/** The circuit once a call that may go through is let in: the first one after an opening is its probe. */
export function letIn(circuit: Circuit, id: string): Circuit {
  const { state } = circuit;
  return state.is === "open"
    ? { ...circuit, state: { is: "half-open", probe: id, openings: state.openings } }
    : circuit;
}

/** The circuit after a call's end. Calls that began before it opened do not change whether it is open. */
export function afterCall(circuit: Circuit, id: string, failed: boolean, now: number): Circuit {
  const { state } = circuit;
  const recent = [...within(circuit.recent, now), { at: now, failed }].slice(-MAX_RECENT);
  const consecutiveFailures = failed ? circuit.consecutiveFailures + 1 : 0;
  const told = { recent, consecutiveFailures, state };
  if (state.is === "half-open" && state.probe === id) {
    return failed ? opened(told, state.openings + 1, now) : { ...NEW_CIRCUIT, recent: [{ at: now, failed }] };
  }
  return state.is === "closed" && isFailing(told) ? opened(told, 1, now) : told;
}

/** The circuit when a call ended that tells nothing: after a probe, the next one may try at once. */
export function afterNothing(circuit: Circuit, id: string, now: number): Circuit {
  const { state } = circuit;
  if (state.is !== "half-open" || state.probe !== id) return circuit;
  return { ...circuit, state: { is: "open", until: now, openings: state.openings } };
}

/** The calls of the window, and how many of them failed. */
export function count(circuit: Circuit, now: number): { readonly calls: number; readonly failures: number } {
  const counted = within(circuit.recent, now);
  return { calls: counted.length, failures: counted.filter(({ failed }) => failed).length };
}

const within = (recent: readonly CallEnd[], now: number): readonly CallEnd[] =>
  recent.filter(({ at }) => at > now - WINDOW_MS);

function isFailing({ recent, consecutiveFailures }: Circuit): boolean {
  if (consecutiveFailures >= FAILURES_TO_OPEN) return true;
  const failures = recent.filter(({ failed }) => failed).length;
  return recent.length >= CALLS_FOR_SHARE && failures >= recent.length * SHARE_TO_OPEN;
}

const opened = (circuit: Circuit, openings: number, now: number): Circuit => ({
  ...circuit,
  state: { is: "open", until: now + openMs(openings), openings },
});

const openMs = (openings: number): number => Math.min(OPEN_MAX_MS, OPEN_BASE_MS * 2 ** (openings - 1));

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
