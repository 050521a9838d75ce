import type { ReactNode } from "react";
import { Fault } from "./fault.tsx";
import { Guard } from "./guard.tsx";
import styles from "./page.module.css";

/** Shows what went wrong in a view in its place, so that the rest of the page stays. */
export function ErrorBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <Guard
      fallback={(fault) => (
        <div className={styles.page}>
          <Fault fault={fault}>
            <p>
              <a href={location.pathname + location.search}>Load the page again</a>
            </p>
          </Fault>
        </div>
      )}
    >
      {children}
    </Guard>
  );
}
