import { BookOpen, LibraryBig, Menu, Plus, Settings as SettingsIcon, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { useConnection } from "../api/connection.ts";
import { WRITING_FIELD } from "../chat/composer.tsx";
import { ConversationList } from "../chat/conversation-list.tsx";
import { GoalList } from "../goals/goal-list.tsx";
import icon from "../icon.svg";
import { IconButton } from "../ui/button.tsx";
import { Modal } from "../ui/modal.tsx";
import { NARROW, useMedia } from "../ui/use-media.ts";
import { Keys } from "./keys.tsx";
import styles from "./shell.module.css";
import { useArrival } from "./use-arrival.ts";

/** What is around every view: where one is, where else one can go, and whether the server is heard. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const isNarrow = useMedia(NARROW);
  const [place] = useLocation();
  const connection = useConnection();
  const main = useRef<HTMLElement>(null);
  useArrival(place, main);

  return (
    <div className={styles.shell}>
      {hasField(place) ? (
        <a className={`visually-hidden ${styles.skip}`} href={`#${WRITING_FIELD}`}>
          To the field for a request
        </a>
      ) : null}
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
      <Keys />
      <div role="status" className={styles.connection}>
        {connection === "lost" ? <p>The connection is lost. It is taken up again where it broke.</p> : null}
      </div>
    </div>
  );
}

/** Where a request can be written. */
const hasField = (place: string): boolean => place === "/" || place.startsWith("/chat/");

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

/** Where one can go. */
function Side() {
  return (
    <>
      <Link href="/" className={styles.begin}>
        <Plus size={18} aria-hidden /> New request
      </Link>
      <ConversationList />
      <GoalList />
      <nav className={styles.places} aria-label="Views">
        <Place to="/catalogue" icon={<LibraryBig size={18} aria-hidden />} words="Catalogue" />
        <Place to="/settings" icon={<SettingsIcon size={18} aria-hidden />} words="Settings" />
        <a className={styles.place} href="/docs" target="_blank" rel="noopener">
          <BookOpen size={18} aria-hidden /> API
        </a>
      </nav>
    </>
  );
}

function Place({ to, icon, words }: { readonly to: string; readonly icon: ReactNode; readonly words: string }) {
  const [place] = useLocation();
  return (
    <Link href={to} className={styles.place} aria-current={place === to ? "page" : undefined}>
      {icon} {words}
    </Link>
  );
}

function Wordmark() {
  return (
    <Link href="/" className={styles.wordmark}>
      <img src={icon} alt="" width={28} height={28} /> Impresario
    </Link>
  );
}
