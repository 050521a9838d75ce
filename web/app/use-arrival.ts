import { type RefObject, useEffect, useRef } from "react";

/** A view that comes later than that, nobody waits for at the same place. */
const COMES_WITHIN_MS = 10_000;

/**
 * Begins each view at its top, with the focus on its heading, so that a screen reader says where one is and the next
 * step of the keyboard goes on from there. The first view begins as the browser has it; a view that sets the focus
 * itself keeps it.
 * @param place the path of what is shown
 */
export function useArrival(place: string, main: RefObject<HTMLElement | null>): void {
  const shown = useRef(place);
  useEffect(() => {
    const region = main.current;
    if (!region || shown.current === place) return;
    shown.current = place;
    region.scrollTop = 0;
    return whenHeaded(region, (heading) => {
      const { activeElement } = document;
      if (activeElement !== region && region.contains(activeElement)) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
  }, [place, main]);
}

/** Tells of the heading of a view once it is there; most views are fetched first. @returns what ends the wait */
function whenHeaded(region: HTMLElement, tell: (heading: HTMLElement) => void): () => void {
  const look = (): boolean => {
    const heading = region.querySelector("h1");
    if (heading) tell(heading);
    return heading !== null;
  };
  if (look()) return () => {};
  const end = (): void => {
    changes.disconnect();
    clearTimeout(limit);
  };
  const changes = new MutationObserver(() => look() && end());
  changes.observe(region, { childList: true, subtree: true });
  const limit = setTimeout(end, COMES_WITHIN_MS);
  return end;
}
