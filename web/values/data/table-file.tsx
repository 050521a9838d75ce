import type { ResourceView } from "../../../src/client/client.ts";
import { FileFigure } from "../files/file-line.tsx";
import { LoadFault } from "../files/load-fault.tsx";
import { useFile } from "../files/use-file.ts";
import { useSeen } from "../files/use-seen.ts";
import { shownName } from "../words.ts";
import styles from "./data.module.css";
import { loadTable } from "./load-table.ts";
import { TableShown } from "./table-shown.tsx";

/** A file of rows as a table. */
export function TableFile({ file }: { readonly file: ResourceView }) {
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
