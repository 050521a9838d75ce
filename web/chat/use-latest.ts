import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** So near to the end counts as at the end. */
const NEAR_PX = 48;

export interface Latest {
  /** What scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** What grows in it. */
  readonly content: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  readonly toEnd: () => void;
}

/** Keeps the end in sight while what is read grows, for as long as the reader is at the end. */
export function useLatest(): Latest {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stays = useRef(true);
  const lastTop = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);

  const toEnd = useCallback(() => {
    stays.current = true;
    setAtEnd(true);
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, []);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (!box || !inner) return;
    const onScroll = (): void => {
      const isNear = box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_PX;
      // Only a reader goes back: what grows between a step to the end and the news of it does not.
      if (isNear) stays.current = true;
      else if (box.scrollTop < lastTop.current) stays.current = false;
      lastTop.current = box.scrollTop;
      setAtEnd(stays.current);
    };
    const keep = new ResizeObserver(() => {
      if (stays.current) box.scrollTop = box.scrollHeight;
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
