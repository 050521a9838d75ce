import { useState } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { addressOf, isExpired } from "./address.ts";

/**
 * The address of a file, which stays as it is while it serves: a run that is read again has links that are signed
 * anew, and what plays or is looked at would begin from its start.
 * @param failed the address that could not be loaded last; null for none
 */
export function useAddress(file: ResourceView, failed: string | null): string {
  const [held, setHeld] = useState(file);
  const isSpent = failed === addressOf(held) || isExpired(held, Date.now());
  const isOther = held.id !== file.id || (held.url !== file.url && isSpent);
  if (isOther) setHeld(file);
  return addressOf(isOther ? file : held);
}
