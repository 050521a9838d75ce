import { Component, type ReactNode } from "react";

interface Props {
  /** What stands in its place; a function gets what was thrown. */
  readonly fallback: ReactNode | ((fault: unknown) => ReactNode);
  readonly children: ReactNode;
}

interface State {
  /** Null as long as nothing was; anything can be thrown. */
  readonly thrown: { readonly fault: unknown } | null;
}

/** Shows something else where a part of the page cannot be shown: it fails, or does not come from the server. */
export class Guard extends Component<Props, State> {
  override state: State = { thrown: null };

  static getDerivedStateFromError(fault: unknown): State {
    return { thrown: { fault } };
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    const { fallback, children } = this.props;
    if (thrown === null) return children;
    return typeof fallback === "function" ? fallback(thrown.fault) : fallback;
  }
}

/** What stands in the place of a part that did not come. */
export const NotLoaded = ({ what }: { readonly what: string }) => (
  <p role="alert">{what} could not be loaded. Load the page again.</p>
);
