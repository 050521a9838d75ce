import { type Failure, failure } from "../../../src/domain/errors.ts";
import { type Hook, MAX_HOOKS, type SealedHook } from "../../../src/domain/hooks/hook.ts";
import { err, ok, type Result } from "../../../src/domain/result.ts";
import type { HooksRpc, TenantRpc } from "../../../src/rpc/index.ts";
import type { AdmittedDelivery } from "../../../src/rpc/registry.ts";

/** The hooks of a tenant as its object keeps them. */
export abstract class MemoryHooks implements HooksRpc, Pick<TenantRpc, "findConversation"> {
  readonly sealedHooks = new Map<string, SealedHook>();
  readonly deliveries: AdmittedDelivery[] = [];
  readonly #keyed = new Map<string, string>();
  hookLookUps = 0;

  abstract findConversation(id: string): ReturnType<TenantRpc["findConversation"]>;

  async addHook(hook: SealedHook): Promise<Result<null>> {
    if (this.sealedHooks.size >= MAX_HOOKS) return err(failure("conflict", "There are too many hooks"));
    this.sealedHooks.set(hook.id, hook);
    return ok(null);
  }
  async hooks(): Promise<readonly Hook[]> {
    return [...this.sealedHooks.values()].map(({ sealedSecrets: _, ...hook }) => hook);
  }
  async findHook(id: string): Promise<SealedHook | null> {
    this.hookLookUps++;
    return this.sealedHooks.get(id) ?? null;
  }
  async removeHook(id: string): Promise<boolean> {
    return this.sealedHooks.delete(id);
  }
  async replaceHookSecrets(id: string, read: string, written: string): Promise<boolean> {
    const hook = this.sealedHooks.get(id);
    if (hook?.sealedSecrets !== read) return false;
    this.sealedHooks.set(id, { ...hook, sealedSecrets: written });
    return true;
  }
  /** Why a delivery is not let in; null where it may be. */
  protected refusal({ hook, delivery, digest, isIdForgeable }: AdmittedDelivery): Failure | null {
    if (!this.sealedHooks.has(hook)) return failure("not-found", "There is no such hook");
    const own = this.deliveries.filter((one) => one.hook === hook && delivery !== null);
    const known = own.find((one) => one.delivery === delivery);
    if (known) return known.digest === digest ? null : failure("idempotency-mismatch", "Another body");
    return isIdForgeable && own.some((one) => one.digest === digest) ? failure("conflict", "A replay") : null;
  }
  protected async conversationFor({ hook, key }: AdmittedDelivery): Promise<string | null> {
    const known = key === null ? undefined : this.#keyed.get(`${hook} ${key}`);
    return known !== undefined && (await this.findConversation(known)) ? known : null;
  }
  protected remember(delivery: AdmittedDelivery, conversation: string): void {
    this.deliveries.push(delivery);
    if (delivery.key !== null) this.#keyed.set(`${delivery.hook} ${delivery.key}`, conversation);
  }
}
