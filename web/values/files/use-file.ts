import { useEffect, useState } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { useAddress } from "./use-address.ts";

/** What is made of a file, once it is there. */
export type Loaded<T> =
  | { readonly is: "waiting" }
  | { readonly is: "there"; readonly value: T }
  | { readonly is: "failed"; readonly fault: unknown; readonly of: string };

const WAITING = { is: "waiting" } as const;

/**
 * Loads something of a file, and gives it up when the view goes or another file takes its place.
 * @param load the same function each time, or what it gives is loaded again
 */
export function useFile<T>(
  file: ResourceView,
  load: (address: string, signal: AbortSignal) => Promise<T>,
  isWanted = true,
): Loaded<T> & { readonly again: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>(WAITING);
  const [tries, setTries] = useState(0);
  const address = useAddress(file, loaded.is === "failed" ? loaded.of : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try is what `tries` is for
  useEffect(() => {
    if (!isWanted) return;
    const left = new AbortController();
    const become = (next: Loaded<T>): void => {
      if (!left.signal.aborted) setLoaded(next);
    };
    setLoaded(WAITING);
    load(address, left.signal).then(
      (value) => become({ is: "there", value }),
      (fault: unknown) => become({ is: "failed", fault, of: address }),
    );
    return () => left.abort();
  }, [address, load, tries, isWanted]);
  return { ...loaded, again: () => setTries((before) => before + 1) };
}
