import { type RefObject, useEffect } from "react";

/** Opens everything that is folded while the page is printed. */
export function useOpenForPrint(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let opened: readonly HTMLDetailsElement[] = [];
    const open = (): void => {
      opened = [...(page.current?.querySelectorAll("details:not([open])") ?? [])].filter(
        (details) => details instanceof HTMLDetailsElement,
      );
      for (const details of opened) details.open = true;
    };
    const close = (): void => {
      for (const details of opened) details.open = false;
      opened = [];
    };
    addEventListener("beforeprint", open);
    addEventListener("afterprint", close);
    return () => {
      removeEventListener("beforeprint", open);
      removeEventListener("afterprint", close);
    };
  }, [page]);
}
