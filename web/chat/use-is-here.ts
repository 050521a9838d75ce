import { type RefObject, useEffect, useRef } from "react";

/** Whether what uses it is still shown: for what comes after a wait. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}
