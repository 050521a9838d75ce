import type { HookSecrets } from "../domain/hooks/hook.ts";
import type { Sealer } from "./seal.ts";

/** The hook whose secrets they are: they open for that, and for nothing else. */
export interface HookName {
  readonly tenant: string;
  readonly id: string;
}

const purposeOf = ({ tenant, id }: HookName): string => JSON.stringify(["secrets of a hook", tenant, id]);

export const sealHookSecrets = (sealer: Sealer, hook: HookName, secrets: HookSecrets): Promise<string> =>
  sealer.seal(purposeOf(hook), JSON.stringify(secrets));

/** Null where they cannot be opened, as after a change of the deployment's secret. */
export async function openHookSecrets(sealer: Sealer, hook: HookName, sealed: string): Promise<HookSecrets | null> {
  const opened = await sealer.open(purposeOf(hook), sealed);
  // Written by `sealHookSecrets`, as the seal vouches.
  return opened === null ? null : (JSON.parse(opened) as HookSecrets);
}
