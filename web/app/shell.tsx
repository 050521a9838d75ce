import { BookOpen, LibraryBig, Menu, Plus, Settings as SettingsIcon, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { useConnection } from "../api/connection.ts";
import { ConversationList } from "../chat/conversation-list.tsx";
import { IconButton } from "../ui/button.tsx";
import styles from "./shell.module.css";
import { Wordmark } from "./wordmark.tsx";

/** What is around every view: where one is, where else one can go, and whether the server is heard. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [place] = useLocation();
  const connection = useConnection();
  // On a phone the drawer covers what was just chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the place changes
  useEffect(() => setOpen(false), [place]);
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key === "Escape") setOpen(false);
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, []);

  return (
    <div className={styles.shell}>
      <a className={`visually-hidden ${styles.skip}`} href="#main">
        To the content
      </a>
      <header className={styles.bar}>
        <IconButton
          label={isOpen ? "Close the menu" : "Open the menu"}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <X size={20} aria-hidden /> : <Menu size={20} aria-hidden />}
        </IconButton>
        <Wordmark />
      </header>
      <aside className={`${styles.side} ${isOpen ? styles.open : ""}`} aria-label="Conversations and views">
        <div className={styles.brand}>
          <Wordmark />
        </div>
        <Link href="/" className={styles.begin}>
          <Plus size={18} aria-hidden /> New request
        </Link>
        <ConversationList />
        <nav className={styles.places} aria-label="Views">
          <Place to="/catalogue" icon={<LibraryBig size={18} aria-hidden />} words="Catalogue" />
          <Place to="/settings" icon={<SettingsIcon size={18} aria-hidden />} words="Settings" />
          <a className={styles.place} href="/docs">
            <BookOpen size={18} aria-hidden /> API
          </a>
        </nav>
      </aside>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <div role="status" className={styles.connection}>
        {connection === "lost" ? <p>The connection is lost. It is taken up again where it broke.</p> : null}
      </div>
    </div>
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
