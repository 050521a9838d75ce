import type { ResourceView } from "../../../src/client/client.ts";
import type { JsonValue } from "../../../src/domain/json.ts";
import { FileCard, FileFigure } from "../files/file-line.tsx";
import { LoadFault } from "../files/load-fault.tsx";
import { readBeginning, textOf } from "../files/read-file.ts";
import { useFile } from "../files/use-file.ts";
import { useSeen } from "../files/use-seen.ts";
import { shownName } from "../words.ts";
import styles from "./data.module.css";
import { DataShown } from "./data-shown.tsx";

/** As much as is read as a whole; JSON cannot be read in part. */
const MAX_BYTES = 2_000_000;

interface JsonRead {
  /** Undefined where it is no JSON. */
  readonly data: JsonValue | undefined;
}

async function loadJson(address: string, signal: AbortSignal): Promise<JsonRead> {
  const beginning = await readBeginning(address, MAX_BYTES, signal);
  if (!beginning.isWhole) return { data: undefined };
  try {
    const data: JsonValue = JSON.parse(textOf(beginning));
    return { data };
  } catch {
    return { data: undefined };
  }
}

/** A file of JSON by what it holds. */
export function JsonFile({ file }: { readonly file: ResourceView }) {
  const [seen, isSeen] = useSeen<HTMLDivElement>();
  const isReadable = file.bytes <= MAX_BYTES;
  const read = useFile(file, loadJson, isSeen && isReadable);
  if (!isReadable) return <FileCard file={file} />;
  return (
    <FileFigure file={file} isWide>
      <div ref={seen} className={styles.file}>
        {read.is === "waiting" ? <p className={styles.reserved}>Reading the data</p> : null}
        {read.is === "failed" ? <LoadFault file={file} onRetry={read.again} /> : null}
        {read.is === "there" && read.value.data !== undefined ? (
          <DataShown data={read.value.data} name={shownName(file.name)} />
        ) : null}
        {read.is === "there" && read.value.data === undefined ? (
          <p className={styles.note}>The file is no JSON that can be read.</p>
        ) : null}
      </div>
    </FileFigure>
  );
}
