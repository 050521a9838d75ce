import { useState } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { useAddress } from "./use-address.ts";

/** Where an element of the page loads a file from, and whether it could not; another address is another chance. */
export function useFailure(file: ResourceView): {
  readonly address: string;
  readonly isFailed: boolean;
  readonly onFail: () => void;
  readonly onRetry: () => void;
} {
  const [failed, setFailed] = useState<string | null>(null);
  const address = useAddress(file, failed);
  return {
    address,
    isFailed: failed === address,
    onFail: () => setFailed(address),
    onRetry: () => setFailed(null),
  };
}
