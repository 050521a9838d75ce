import { type RefObject, useEffect, useRef, useState } from "react";
import type { Size } from "./graph/view.ts";

/** The size of an element as it is now, in pixels; null until it is laid out. */
export function useSize<Shown extends HTMLElement>(): readonly [RefObject<Shown | null>, Size | null] {
  const shown = useRef<Shown>(null);
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const element = shown.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [shown, size];
}
