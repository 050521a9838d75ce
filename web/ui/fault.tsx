import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { ApiError } from "../../src/client/client.ts";
import styles from "./fault.module.css";

/** What to do about it, where a person can do something here. */
const ADVICE: ReadonlyMap<string, ReactNode> = new Map<string, ReactNode>([
  ["unauthorized", <Link href="/settings">Set an API key under Settings</Link>],
  ["unreachable", "Is the server running, and this device online?"],
]);

export const wordsOf = (fault: unknown): string =>
  fault instanceof ApiError ? fault.detail : fault instanceof Error ? fault.message : "Something went wrong";

/** What went wrong, in words, with the API's code. */
export function Fault({ fault, children }: { readonly fault: unknown; readonly children?: ReactNode }) {
  const code = fault instanceof ApiError ? fault.code : null;
  const advice = code === null ? undefined : ADVICE.get(code);
  return (
    <div role="alert" className={styles.fault}>
      <CircleAlert size={18} aria-hidden />
      <div>
        <p>
          {wordsOf(fault)} {code === null ? null : <code>{code}</code>}
        </p>
        {advice === undefined ? null : <p>{advice}</p>}
        {fault instanceof ApiError && fault.issues.length > 0 ? (
          <ul>
            {fault.issues.map(({ path, message }) => (
              <li key={path + message}>
                <code>{path}</code> {message}
              </li>
            ))}
          </ul>
        ) : null}
        {children}
      </div>
    </div>
  );
}
