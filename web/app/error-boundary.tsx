import { Component, type ReactNode } from "react";
import { Fault } from "../ui/fault.tsx";
import styles from "./page.module.css";

/** Shows what went wrong in a view in its place, so that the rest of the page stays. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly fault: unknown }> {
  override state: { readonly fault: unknown } = { fault: null };

  static getDerivedStateFromError(fault: unknown): { readonly fault: unknown } {
    return { fault };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return (
      <div className={styles.page}>
        <Fault fault={fault}>
          <p>
            <a href={location.pathname + location.search}>Load the page again</a>
          </p>
        </Fault>
      </div>
    );
  }
}
