import { DurableObject } from "cloudflare:workers";
import { GateState, type PermitAnswer } from "../src/domain/gate/gate.ts";
import type { CallLimits, CircuitHealth, PermitAsk, PermitOutcome } from "../src/domain/gate/permits.ts";
import type { Result } from "../src/domain/result.ts";
import type { ProviderGateRpc } from "../src/rpc/index.ts";
import { WakeUp } from "./provider-gate/wake-up.ts";

/**
 * The gate before one provider under one key: every call of it from this deployment takes a permit here.
 *
 * It stores nothing. While a permit is out or a pause lasts, its timer holds off the eviction that idle objects meet.
 * One that restarts all the same has forgotten who waited, who was under way, and which endpoints failed: who waits is
 * told by the platform and tries again, and for as long as the calls under way last there may be twice as many as the
 * limits say. Writing each permit down would cost more than that.
 */
export class ProviderGate extends DurableObject<Env> implements ProviderGateRpc {
  #gate: GateState | null = null;
  readonly #waiting = new Map<string, (answer: Result<null>) => void>();
  readonly #wakeUp = new WakeUp(() => {
    if (this.#gate) this.#tell(this.#gate, this.#gate.tick(Date.now()));
  });

  take(ask: PermitAsk, limits: CallLimits): Promise<Result<null>> {
    const gate = this.#open(limits);
    return new Promise((resolve) => {
      const answers = gate.ask(ask, Date.now());
      // Asked for twice, it is refused, and who asked first goes on waiting.
      const own = answers.findLast(({ id }) => id === ask.id);
      if (own) resolve(own.answer);
      else this.#waiting.set(ask.id, resolve);
      this.#tell(
        gate,
        answers.filter((answer) => answer !== own),
      );
    });
  }

  async give(id: string, outcome: PermitOutcome, tookMs: number): Promise<void> {
    if (this.#gate) this.#tell(this.#gate, this.#gate.give(id, outcome, tookMs, Date.now()));
  }

  async health(): Promise<readonly CircuitHealth[]> {
    return this.#gate?.health(Date.now()) ?? [];
  }

  #open(limits: CallLimits): GateState {
    this.#gate ??= new GateState(limits);
    this.#gate.limit(limits);
    return this.#gate;
  }

  #tell(gate: GateState, answers: readonly PermitAnswer[]): void {
    for (const { id, answer } of answers) {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    }
    this.#wakeUp.at(gate.wakeAt(Date.now()));
  }
}
