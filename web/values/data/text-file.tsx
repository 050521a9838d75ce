import { useState } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { Button } from "../../ui/button.tsx";
import { FileFigure } from "../files/file-line.tsx";
import { LoadFault } from "../files/load-fault.tsx";
import { readBeginning, textOf } from "../files/read-file.ts";
import { useFile } from "../files/use-file.ts";
import { useSeen } from "../files/use-seen.ts";
import { shownName, sizeWords } from "../words.ts";
import styles from "./data.module.css";

/** What a file of text begins with, where nobody told. */
const EXCERPT_BYTES = 2_000;
/** More than anybody reads here; the rest is in the download. */
const MAX_CHARACTERS = 200_000;
/** UTF-8 takes up to four bytes a character; most text less than two. */
const MAX_BYTES = 400_000;

interface TextRead {
  readonly text: string;
  readonly isWhole: boolean;
}

const readExcerpt = (address: string, signal: AbortSignal): Promise<TextRead> =>
  readText(address, EXCERPT_BYTES, signal);
const readMuch = (address: string, signal: AbortSignal): Promise<TextRead> => readText(address, MAX_BYTES, signal);

async function readText(address: string, maxBytes: number, signal: AbortSignal): Promise<TextRead> {
  const beginning = await readBeginning(address, maxBytes, signal);
  const text = textOf(beginning);
  return { text: text.slice(0, MAX_CHARACTERS), isWhole: beginning.isWhole && text.length <= MAX_CHARACTERS };
}

/** A file of text: how it begins, and all of it when asked. */
export function TextFile({ file, excerpt }: { readonly file: ResourceView; readonly excerpt?: string | undefined }) {
  const [seen, isSeen] = useSeen<HTMLDivElement>();
  const [isWanted, setWanted] = useState(false);
  const begun = useFile(file, readExcerpt, excerpt === undefined && isSeen);
  const much = useFile(file, readMuch, isWanted);
  const read = isWanted ? much : begun;
  const told: TextRead | null =
    much.is === "there"
      ? much.value
      : excerpt !== undefined
        ? { text: excerpt, isWhole: false }
        : begun.is === "there"
          ? begun.value
          : null;
  return (
    <FileFigure file={file} isWide>
      <div ref={seen} className={styles.file}>
        {read.is === "failed" ? <LoadFault file={file} onRetry={read.again} /> : null}
        {told === null ? (
          read.is === "failed" ? null : (
            <p className={styles.reserved}>Reading the file</p>
          )
        ) : (
          <Page text={told.text} name={shownName(file.name)} />
        )}
        {told && !told.isWhole && much.is !== "there" ? (
          <Button
            look="quiet"
            className={styles.all ?? ""}
            disabled={isWanted && much.is === "waiting"}
            onClick={() => setWanted(true)}
          >
            {isWanted && much.is === "waiting" ? "Reading" : `Show all (${sizeWords(file.bytes)})`}
          </Button>
        ) : null}
        {much.is === "there" && !much.value.isWhole ? (
          <p className={styles.note}>
            Shown are the first {much.value.text.length.toLocaleString("en")} characters; the download has all.
          </p>
        ) : null}
      </div>
    </FileFigure>
  );
}

function Page({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={styles.page} aria-label={`Text of ${name}`} tabIndex={0} dir="auto">
      {text === "" ? "The file is empty." : text}
    </section>
  );
}
