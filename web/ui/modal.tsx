import { type ComponentProps, useLayoutEffect, useRef } from "react";

/**
 * Something over the page, which waits behind it: the browser keeps the focus inside, and gives it back at the end.
 * Escape, and a phone's gesture to go back, close it. Shown while it is mounted.
 */
export function Modal({
  onClose,
  ...rest
}: Omit<ComponentProps<"dialog">, "ref" | "open" | "onClose" | "onCancel"> & { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it is still in the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      {...rest}
      ref={dialog}
      onCancel={(event) => {
        // Of a field in it, such as the choice of a file, which nobody made.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // A browser may close it without asking first.
      onClose={({ target, currentTarget }) => {
        if (target === currentTarget && currentTarget.isConnected && !currentTarget.open) onClose();
      }}
    />
  );
}
