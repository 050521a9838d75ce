import type {
  DeliveryNote,
  HooksRpc,
  KeyedConversation,
  KeyedHome,
  NotedDelivery,
  TenantRpc,
} from "../../../durable-objects/rpc.ts";
import { failure } from "../../../src/domain/errors.ts";
import { type Hook, MAX_HOOKS, type SealedHook } from "../../../src/domain/hooks/hook.ts";
import { err, ok, type Result } from "../../../src/domain/result.ts";

/** The hooks of a tenant as its object keeps them. */
export abstract class MemoryHooks implements HooksRpc, Pick<TenantRpc, "findConversation"> {
  readonly sealedHooks = new Map<string, SealedHook>();
  readonly deliveries: DeliveryNote[] = [];
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
  async noteDelivery(note: DeliveryNote): Promise<Result<NotedDelivery>> {
    if (!this.sealedHooks.has(note.hook)) return err(failure("not-found", "There is no such hook"));
    const own = this.deliveries.filter(({ hook }) => hook === note.hook);
    const known = own.find(({ delivery }) => delivery === note.delivery);
    if (known && known.digest !== note.digest) return err(failure("idempotency-mismatch", "Another body"));
    if (!known && note.isIdForgeable && own.some(({ digest }) => digest === note.digest)) {
      return err(failure("conflict", "A replay"));
    }
    if (!known) this.deliveries.push(note);
    return ok({ isKnown: known !== undefined });
  }
  async keyedConversation({ hook, key, proposed }: KeyedConversation): Promise<KeyedHome> {
    const id = this.#keyed.get(`${hook} ${key}`) ?? proposed;
    this.#keyed.set(`${hook} ${key}`, id);
    return { id, isOpen: (await this.findConversation(id)) !== null };
  }
}
