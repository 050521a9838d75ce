import { X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { addressOf } from "../files/address.ts";
import { shownName } from "../words.ts";
import { altOf } from "./img.tsx";
import styles from "./picture-dialog.module.css";

/** A picture as large as the window lets it, or pixel by pixel. */
export function PictureDialog({
  file,
  onClose,
  children,
}: {
  readonly file: ResourceView;
  readonly onClose: () => void;
  /** What lies over it. */
  readonly children?: ReactNode;
}) {
  const heading = useId();
  const [isFitted, setFitted] = useState(true);
  return (
    <Modal className={styles.dialog} aria-labelledby={heading} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {shownName(file.name)}
        </h2>
        <Button look="quiet" aria-pressed={isFitted} onClick={() => setFitted(true)}>
          Fit
        </Button>
        <Button look="quiet" aria-pressed={!isFitted} onClick={() => setFitted(false)}>
          100%
        </Button>
        <IconButton label="Close" onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className={styles.view} aria-label="The picture, which can be scrolled" tabIndex={0}>
        <div className={isFitted ? styles.fitted : styles.full}>
          <img src={addressOf(file)} alt={altOf(file)} />
          {children}
        </div>
      </section>
    </Modal>
  );
}
