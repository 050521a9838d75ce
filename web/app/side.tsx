import { BookOpen, LibraryBig, Plus, Settings as SettingsIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { ConversationList } from "../chat/conversation-list.tsx";
import styles from "./shell.module.css";

/** Where one can go. */
export function Side() {
  return (
    <>
      <Link href="/" className={styles.begin}>
        <Plus size={18} aria-hidden /> New request
      </Link>
      <ConversationList />
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
