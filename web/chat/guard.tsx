import { Component, type ReactNode } from "react";

/** Shows something else where a part of the page cannot be shown: it fails, or does not come from the server. */
export class Guard extends Component<
  { readonly fallback: ReactNode; readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state: { readonly hasFailed: boolean } = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

/** What stands in the place of a part that did not come. */
export const NotLoaded = ({ what }: { readonly what: string }) => (
  <p role="alert">{what} could not be loaded. Load the page again.</p>
);
