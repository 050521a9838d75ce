import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { Modal } from "./modal.tsx";

/** A modal window with a title. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const heading = useId();
  return (
    <Modal className={styles.dialog} aria-labelledby={heading} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={heading}>{title}</h2>
        <IconButton label="Close" onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>
      {children}
    </Modal>
  );
}
