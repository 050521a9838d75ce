import { type ReactNode, useContext, useEffect, useState } from "react";
import type { ResourceView, ValueView } from "../../src/client/client.ts";
import styles from "./data/data.module.css";
import { DataShown } from "./data/data-shown.tsx";
import { JsonFile } from "./data/json-file.tsx";
import { MAX_ROWS, type TableView, tableOf } from "./data/table.ts";
import { TableShown } from "./data/table-shown.tsx";
import { TextFile } from "./data/text-file.tsx";
import { TextShown } from "./data/text-shown.tsx";
import { FileCard, FileFigure } from "./files/file-line.tsx";
import { type Viewer, viewerOf } from "./files/kinds.ts";
import { RenewLinks } from "./files/links.ts";
import { LoadFault } from "./files/load-fault.tsx";
import { readBeginning, textOf } from "./files/read-file.ts";
import { useFile } from "./files/use-file.ts";
import { useSeen } from "./files/use-seen.ts";
import { Pdf } from "./pdf/pdf.tsx";
import { Compare } from "./pictures/compare.tsx";
import { Picture } from "./pictures/picture.tsx";
import { Recording } from "./recordings/recording.tsx";
import { Video } from "./recordings/video.tsx";
import { plainWords, shownName } from "./words.ts";

interface Renewing {
  /** Gets new links for what is shown, such as by reading the run again; links last a day. */
  readonly onExpired?: (() => void) | undefined;
}

interface FileProps {
  readonly file: ResourceView;
  /** How its text begins. */
  readonly excerpt?: string | undefined;
}

/** Complete, so that a new viewer fails to compile here. */
const VIEWERS: Readonly<Record<Viewer, (props: FileProps) => ReactNode>> = {
  picture: Picture,
  recording: Recording,
  video: Video,
  pdf: Pdf,
  table: TableFile,
  json: JsonFile,
  text: TextFile,
  card: FileCard,
};

/** A file as what it is: a picture, a recording, a table …; one that cannot be shown by its name, with its download. */
export function FileShown({
  file,
  excerpt,
  source,
  onExpired,
}: FileProps &
  Renewing & {
    /** The picture that this one was made of: both are shown on each other. */
    readonly source?: ResourceView | undefined;
  }) {
  const viewer = viewerOf(file);
  const View = VIEWERS[viewer];
  const isCompared = source !== undefined && viewer === "picture" && viewerOf(source) === "picture";
  return (
    <Renewable onExpired={onExpired}>
      {isCompared ? <Compare source={source} result={file} /> : <View file={file} excerpt={excerpt} />}
    </Renewable>
  );
}

/** What a task was given or made. @param name what it is called, for who cannot see what it stands under */
export function ValueShown({
  value,
  name,
  onExpired,
}: Renewing & { readonly value: ValueView; readonly name?: string | undefined }) {
  if ("resource" in value) return <FileShown file={value.resource} excerpt={value.excerpt} onExpired={onExpired} />;
  if ("text" in value) {
    return value.kind === "table" ? (
      <TableText text={value.text} name={plainWords(name ?? value.kind)} />
    ) : (
      <TextShown text={value.text} />
    );
  }
  return <DataShown data={value.data} name={plainWords(name ?? value.kind)} />;
}

/** Who is inside may ask for new links. */
export function Renewable({ onExpired, children }: Renewing & { readonly children: ReactNode }) {
  const outer = useContext(RenewLinks);
  return <RenewLinks value={onExpired ?? outer}>{children}</RenewLinks>;
}

/** A file of rows as a table. */
function TableFile({ file }: { readonly file: ResourceView }) {
  const [seen, isSeen] = useSeen<HTMLDivElement>();
  const table = useFile(file, loadTable, isSeen);
  return (
    <FileFigure file={file} isWide>
      <div ref={seen} className={styles.file}>
        {table.is === "there" ? <TableShown table={table.value} name={shownName(file.name)} /> : null}
        {table.is === "waiting" ? <p className={styles.reserved}>Reading the table</p> : null}
        {table.is === "failed" ? <LoadFault file={file} onRetry={table.again} /> : null}
      </div>
    </FileFigure>
  );
}

/** Rows that were given as text; the text itself until they are read. */
function TableText({ text, name }: { readonly text: string; readonly name: string }) {
  const [table, setTable] = useState<TableView | null>(null);
  useEffect(() => {
    let isShown = true;
    // What cannot be read stays as it was given.
    rowsOf(text, true).then(
      (read) => isShown && setTable(read),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [text]);
  return table === null ? <TextShown text={text} /> : <TableShown table={table} name={name} />;
}

/** Room for a thousand rows of two thousand characters. */
const MAX_BYTES = 2_000_000;

/** The first rows of a file of comma- or tab-separated values. */
async function loadTable(address: string, signal: AbortSignal): Promise<TableView> {
  const beginning = await readBeginning(address, MAX_BYTES, signal);
  return rowsOf(textOf(beginning).replace(/^\ufeff/, ""), beginning.isWhole);
}

/** The first rows of comma- or tab-separated values. @param isThere all of them */
async function rowsOf(text: string, isThere: boolean): Promise<TableView> {
  const { default: papa } = await import("papaparse");
  // One row more than is shown tells whether there are more.
  const { data } = papa.parse<string[]>(text, { preview: MAX_ROWS + 2, skipEmptyLines: "greedy" });
  const isWhole = isThere && data.length < MAX_ROWS + 2;
  // The last row of what was cut may be cut itself.
  return tableOf(isThere || data.length < 2 ? data : data.slice(0, -1), isWhole);
}
