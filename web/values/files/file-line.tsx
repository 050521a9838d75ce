import { Download, File, FileText, Film, Image, Music, Table } from "lucide-react";
import type { ReactNode } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { type BaseKind, baseKind } from "../../../src/domain/kinds.ts";
import { kindWords, shownName, sizeWords } from "../words.ts";
import { addressOf } from "./address.ts";
import styles from "./files.module.css";

const ICONS: Readonly<Record<BaseKind, typeof File>> = {
  text: FileText,
  image: Image,
  audio: Music,
  video: Film,
  document: FileText,
  table: Table,
  data: File,
};

/** A file in a line: its name, kind and size, what else can be done with it, and its download. */
export function FileLine({ file, children }: { readonly file: ResourceView; readonly children?: ReactNode }) {
  const name = shownName(file.name);
  const Icon = ICONS[baseKind(file.kind)] ?? File;
  return (
    <div className={styles.line}>
      <Icon size={16} aria-hidden />
      <span className={styles.told}>
        <bdi className={styles.name} title={name}>
          {name}
        </bdi>
        <span className={styles.facts}>
          {kindWords(file.kind)}, {sizeWords(file.bytes)}
        </span>
      </span>
      {children}
      <a
        className={styles.act}
        href={addressOf(file)}
        download={name}
        aria-label={`Download ${name}`}
        title={`Download ${name}`}
      >
        <Download size={18} aria-hidden />
      </a>
    </div>
  );
}

/** A file as what it is, with its line below. */
export function FileFigure({
  file,
  actions,
  isWide = false,
  children,
}: {
  readonly file: ResourceView;
  readonly actions?: ReactNode;
  /** For what is read, and takes the width of a text. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <figure className={`${styles.figure} ${isWide ? styles.wide : ""}`}>
      {children}
      <figcaption>
        <FileLine file={file}>{actions}</FileLine>
      </figcaption>
    </figure>
  );
}

/** A file that is only named. */
export function FileCard({ file, children }: { readonly file: ResourceView; readonly children?: ReactNode }) {
  return (
    <div className={styles.card}>
      <FileLine file={file}>{children}</FileLine>
    </div>
  );
}
