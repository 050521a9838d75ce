import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** Styles that did not come. The loader asks for each once, and takes it for there from then on. */
const missing = new Set<HTMLLinkElement>();
addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") missing.add(target);
  },
  // What an element cannot load is told to it alone, on the way down.
  { capture: true },
);

/** Asks again for a style that did not come. */
const reload = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const next = document.createElement("link");
    next.rel = "stylesheet";
    next.addEventListener("load", () => resolve());
    next.addEventListener("error", () => reject(new Error(`No style at ${next.href}`)));
    next.href = link.href;
    missing.delete(link);
    link.replaceWith(next);
  });

/**
 * A view that is fetched when it is first shown.
 * @returns tells what to show for it. After one that did not come, such as from offline, that is one that is fetched
 *   anew: to be asked once a visit, as it is fetched whenever it is shown.
 */
export function fetchedView<Props>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): () => LazyExoticComponent<ComponentType<Props>> {
  let hasFailed = false;
  const get = async (): Promise<{ readonly default: ComponentType<Props> }> => {
    try {
      await Promise.all([...missing].map(reload));
      return await load();
    } catch (cause) {
      hasFailed = true;
      throw new Error("This part of the page did not come", { cause });
    }
  };
  let view = lazy(get);
  return () => {
    if (hasFailed) {
      hasFailed = false;
      view = lazy(get);
    }
    return view;
  };
}
