import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";

type Look = "primary" | "plain" | "quiet" | "danger";

/** A button with words. @param isBusy with what it was pressed for: it does nothing, and keeps the focus meanwhile */
export function Button({
  look = "plain",
  isBusy = false,
  onClick,
  ...rest
}: ComponentProps<"button"> & { readonly look?: Look; readonly isBusy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={`${styles.button} ${styles[look]} ${rest.className ?? ""}`}
    />
  );
}

/** A button that shows a picture alone; `label` is its name for who cannot see it, and its tooltip. */
export function IconButton({
  label,
  children,
  ...rest
}: Omit<ComponentProps<"button">, "aria-label" | "title"> & { readonly label: string; readonly children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`${styles.button} ${styles.quiet} ${styles.icon} ${rest.className ?? ""}`}
    >
      {children}
    </button>
  );
}
