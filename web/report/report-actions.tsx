import { Download, Printer } from "lucide-react";
import { type Dispatch, useState } from "react";
import { flushSync } from "react-dom";
import { useClient } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import { saveText } from "../ui/save-text.ts";
import styles from "./report.module.css";

/** The report on paper, and as a file. */
export function ReportActions({
  id,
  withPddl,
  onWithPddl,
}: {
  readonly id: string;
  readonly withPddl: boolean;
  readonly onWithPddl: Dispatch<boolean>;
}) {
  const client = useClient();
  const [download, setDownload] = useState<{ readonly isBusy: boolean; readonly fault: unknown }>(IDLE);
  const save = async (): Promise<void> => {
    setDownload({ isBusy: true, fault: null });
    try {
      saveText(await client.report(id, "markdown"), `report-${id}.md`);
      setDownload(IDLE);
    } catch (fault) {
      setDownload({ isBusy: false, fault });
    }
  };
  return (
    <div className={styles.unprinted}>
      <div className={styles.actions}>
        <Button onClick={() => print()}>
          <Printer size={18} aria-hidden /> Print
        </Button>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={withPddl}
            // It has to be on the page before somebody prints by the browser's own menu.
            onChange={({ target }) => flushSync(() => onWithPddl(target.checked))}
          />
          with the PDDL
        </label>
        <Button disabled={download.isBusy} onClick={() => void save()}>
          <Download size={18} aria-hidden /> Download Markdown
        </Button>
      </div>
      {download.fault ? <Fault fault={download.fault} /> : null}
    </div>
  );
}

const IDLE = { isBusy: false, fault: null } as const;
