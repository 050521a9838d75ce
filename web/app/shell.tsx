import { Menu, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useConnection } from "../api/connection.ts";
import { IconButton } from "../ui/button.tsx";
import { Modal } from "../ui/modal.tsx";
import { NARROW, useMedia } from "../ui/use-media.ts";
import styles from "./shell.module.css";
import { Side } from "./side.tsx";
import { useArrival } from "./use-arrival.ts";
import { Wordmark } from "./wordmark.tsx";

/** What is around every view: where one is, where else one can go, and whether the server is heard. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const isNarrow = useMedia(NARROW);
  const [place] = useLocation();
  const connection = useConnection();
  const main = useRef<HTMLElement>(null);
  useArrival(place, main);

  return (
    <div className={styles.shell}>
      <a className={`visually-hidden ${styles.skip}`} href="#main">
        To the content
      </a>
      {isNarrow ? (
        <Bar place={place} />
      ) : (
        <aside className={styles.side} aria-label="Conversations and views">
          <Wordmark />
          <Side />
        </aside>
      )}
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <div role="status" className={styles.connection}>
        {connection === "lost" ? <p>The connection is lost. It is taken up again where it broke.</p> : null}
      </div>
    </div>
  );
}

/** What is beside the views on a wide screen, behind a button. */
function Bar({ place }: { readonly place: string }) {
  const [isOpen, setOpen] = useState(false);
  // It covers what was just chosen in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the place changes
  useEffect(() => setOpen(false), [place]);
  const close = (): void => setOpen(false);
  return (
    <header className={styles.bar}>
      <IconButton label="Open the menu" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <Menu size={20} aria-hidden />
      </IconButton>
      <Wordmark />
      {isOpen ? (
        <Modal
          className={styles.drawer}
          aria-label="Conversations and views"
          onClose={close}
          onClick={({ target, currentTarget }) => {
            // Beside it, as what is in it covers it whole; or a link, which may lead to where one is already.
            if (target === currentTarget || (target instanceof Element && target.closest("a"))) close();
          }}
        >
          <div className={styles.side}>
            <div className={styles.head}>
              <IconButton label="Close the menu" onClick={close}>
                <X size={20} aria-hidden />
              </IconButton>
              <Wordmark />
            </div>
            <Side />
          </div>
        </Modal>
      ) : null}
    </header>
  );
}
