import { useEffect } from "react";

const APP = "Impresario";

/** Names the page while something is shown. @param title null for the app's own */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? APP : `${title} · ${APP}`;
    return () => {
      document.title = APP;
    };
  }, [title]);
}
