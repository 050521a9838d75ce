import { File as FileIcon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ResourceView } from "../../src/client/client.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Guard, NotLoaded } from "../ui/guard.tsx";
import { isPicture, pathOf } from "../ui/links.ts";
import { shownName, sizeWords } from "../values/words.ts";
import styles from "./turn.module.css";

const FileShown = lazy(async () => ({ default: (await import("../values/value-shown.tsx")).FileShown }));

/** The files that a message came with; each is opened over the page, as what it is. */
export function AttachedFiles({ files }: { readonly files: readonly ResourceView[] }) {
  const [opened, setOpened] = useState<ResourceView | null>(null);
  if (files.length === 0) return null;
  return (
    <>
      <ul className={styles.attached} aria-label="Attached files">
        {files.map((file) => (
          <li key={file.id}>
            <button type="button" aria-haspopup="dialog" onClick={() => setOpened(file)}>
              {isPicture(file) ? (
                <img src={pathOf(file, location.origin)} alt="" loading="lazy" />
              ) : (
                <FileIcon size={20} aria-hidden />
              )}
              <span>
                {shownName(file.name)} <small>{sizeWords(file.bytes)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {opened === null ? null : (
        <Dialog title={shownName(opened.name)} onClose={() => setOpened(null)}>
          <Guard fallback={<NotLoaded what={shownName(opened.name)} />}>
            <Suspense fallback={<p>Loading</p>}>
              <FileShown file={opened} />
            </Suspense>
          </Guard>
        </Dialog>
      )}
    </>
  );
}
