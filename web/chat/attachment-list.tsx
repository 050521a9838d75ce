import { File as FileIcon, LoaderCircle, RotateCw, X } from "lucide-react";
import { IconButton } from "../ui/button.tsx";
import { wordsOf } from "../ui/fault.tsx";
import { isPicture, pathOf } from "../ui/links.ts";
import { shownName, sizeWords } from "../values/words.ts";
import type { Refusal } from "./admit.ts";
import type { Attachment, Attachments, Progress } from "./attachments.ts";
import styles from "./composer.module.css";

const uploadWords = (progress: Progress, size: number): string =>
  progress.as === "failed"
    ? wordsOf(progress.fault)
    : {
        waiting: "waits to be uploaded",
        uploading: "uploading",
        ready: sizeWords(size),
        lost: "must be attached again",
      }[progress.as];

/** The address of a small picture of it; null for what is none. */
const stampOf = ({ preview, progress }: Attachment): string | null =>
  preview ??
  (progress.as === "ready" && isPicture(progress.resource) ? pathOf(progress.resource, location.origin) : null);

/** What goes with the message that is being written, and what could not. */
export function AttachmentList({
  attachments,
  files,
  refused,
}: {
  readonly attachments: Attachments;
  readonly files: readonly Attachment[];
  readonly refused: readonly Refusal[];
}) {
  return (
    <>
      {refused.length === 0 ? null : (
        <ul role="alert" className={styles.refused} aria-label="Not attached">
          {refused.map(({ name, why }) => (
            <li key={name + why}>
              “{shownName(name)}” is not attached. {why}
            </li>
          ))}
        </ul>
      )}
      {files.length === 0 ? null : (
        <ul className={styles.files} aria-label="Attached files">
          {files.map((attachment) => (
            <AttachedFile key={attachment.number} attachment={attachment} attachments={attachments} />
          ))}
        </ul>
      )}
    </>
  );
}

function AttachedFile({
  attachment,
  attachments,
}: {
  readonly attachment: Attachment;
  readonly attachments: Attachments;
}) {
  const { number, bytes, progress } = attachment;
  const name = shownName(attachment.name);
  const stamp = stampOf(attachment);
  const isHeldBack = progress.as === "failed" || progress.as === "lost";
  return (
    <li className={`${styles.file} ${isHeldBack ? styles.failed : ""}`} data-progress={progress.as}>
      {stamp === null ? (
        <FileIcon size={20} aria-hidden className={styles.kind} />
      ) : (
        <img src={stamp} alt="" className={styles.stamp} />
      )}
      <span className={styles.name} title={name}>
        <span>{name}</span>
        <small aria-live="polite">
          {progress.as === "uploading" ? <LoaderCircle size={12} aria-hidden className={styles.turning} /> : null}{" "}
          {uploadWords(progress, bytes)}
        </small>
      </span>
      {progress.as === "failed" ? (
        <IconButton label={`Upload ${name} again`} onClick={() => attachments.retry(number)}>
          <RotateCw size={16} aria-hidden />
        </IconButton>
      ) : null}
      <IconButton label={`Remove ${name}`} onClick={() => attachments.remove(number)}>
        <X size={16} aria-hidden />
      </IconButton>
    </li>
  );
}
