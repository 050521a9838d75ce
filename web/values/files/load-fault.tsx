import { CircleAlert } from "lucide-react";
import { useContext } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { Button } from "../../ui/button.tsx";
import { isExpired } from "./address.ts";
import styles from "./files.module.css";
import { RenewLinks } from "./links.ts";
import { FileRefused, readBeginning } from "./read-file.ts";
import { useFile } from "./use-file.ts";

/** Asks for one byte: the elements of the page do not say why they could not load something. */
const isGiven = async (address: string, signal: AbortSignal): Promise<void> => {
  await readBeginning(address, 1, signal);
};

/** Why a file is not shown, and what can be done. */
export function LoadFault({ file, onRetry }: { readonly file: ResourceView; readonly onRetry: () => void }) {
  const asked = useFile(file, isGiven);
  if (asked.is === "waiting") return <p className={styles.fault}>The file could not be shown. Asking why.</p>;
  return <Told file={file} fault={asked.is === "failed" ? asked.fault : null} onRetry={onRetry} />;
}

function Told({
  file,
  fault,
  onRetry,
}: {
  readonly file: ResourceView;
  readonly fault: unknown;
  readonly onRetry: () => void;
}) {
  const renew = useContext(RenewLinks);
  const isOld = isExpired(file, Date.now()) || (fault instanceof FileRefused && fault.status === 403);
  return (
    <div role="status" className={styles.fault}>
      <CircleAlert size={18} aria-hidden />
      <p>{isOld ? "The link to this file has expired." : reasonOf(fault)}</p>
      {isOld && !renew ? (
        <a href={location.pathname + location.search}>Load the page again</a>
      ) : (
        <Button onClick={isOld && renew ? renew : onRetry}>Load again</Button>
      )}
    </div>
  );
}

function reasonOf(fault: unknown): string {
  if (fault === null) return "Your browser cannot show this file. It can be downloaded.";
  if (!(fault instanceof FileRefused)) return "The server cannot be reached.";
  return fault.status === 404 ? "The file has been deleted." : `The server does not give the file (${fault.status}).`;
}
