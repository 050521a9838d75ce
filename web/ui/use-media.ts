import { useCallback, useSyncExternalStore } from "react";

/** No room for the list of conversations beside a view; the styles of the shell have the same. */
export const NARROW = "(max-width: 52rem)";

/** Room for a thread and the plan side by side. */
export const WIDE = "(min-width: 72rem)";

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
