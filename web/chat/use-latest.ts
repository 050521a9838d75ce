import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** So near to the end counts as at the end. */
const NEAR_PX = 48;

/** What stays free above the entry that is read. */
const ABOVE_PX = 16;

export interface Latest {
  /** What scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** What grows in it. */
  readonly content: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  readonly toEnd: () => void;
}

/**
 * Keeps the end in sight while what is read grows, for as long as the reader is at the end, and as far as the beginning
 * of the last entry stays in sight: a long answer is read from where it begins.
 */
export function useLatest(): Latest {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stays = useRef(true);
  const lastTop = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);

  const toEnd = useCallback(() => {
    stays.current = true;
    setAtEnd(true);
    const [box, inner] = [scroller.current, content.current];
    if (box && inner) box.scrollTop = latestTop(box, inner);
  }, []);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (!box || !inner) return;
    const onScroll = (): void => {
      const isNear = latestTop(box, inner) - box.scrollTop <= NEAR_PX;
      // Only a reader goes back: what grows between a step to the end and the news of it does not.
      if (isNear) stays.current = true;
      else if (box.scrollTop < lastTop.current) stays.current = false;
      lastTop.current = box.scrollTop;
      setAtEnd(stays.current);
    };
    const keep = new ResizeObserver(() => {
      // Who has read on is not called back.
      if (stays.current) box.scrollTop = Math.max(box.scrollTop, latestTop(box, inner));
      onScroll();
    });
    box.addEventListener("scroll", onScroll, { passive: true });
    keep.observe(inner);
    keep.observe(box);
    return () => {
      box.removeEventListener("scroll", onScroll);
      keep.disconnect();
    };
  }, []);
  return { scroller, content, isAtEnd, toEnd };
}

/** How far down the latest is: at the end, or where the last entry begins if it is longer than the window. */
function latestTop(box: HTMLElement, inner: HTMLElement): number {
  const end = box.scrollHeight - box.clientHeight;
  const last = inner.lastElementChild;
  if (!last) return end;
  const begins = last.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  return Math.min(end, Math.floor(begins - ABOVE_PX));
}
