import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { ApiError } from "../../src/client/client.ts";
import { settingsNow, useSettings } from "../api/settings.ts";
import styles from "./fault.module.css";

const isUnauthorized = (fault: unknown): boolean => fault instanceof ApiError && fault.code === "unauthorized";

/** The API speaks to programs of a header; a person here has a field for the key. */
const keyWords = (apiKey: string): string =>
  apiKey === "" ? "This server asks for an API key" : "This server does not take the API key that is set";

/** @param apiKey the one that is set, which the words for a refusal go by */
export function wordsOf(fault: unknown, { apiKey }: { readonly apiKey: string } = settingsNow()): string {
  if (isUnauthorized(fault)) return keyWords(apiKey);
  if (fault instanceof ApiError) return fault.detail;
  return fault instanceof Error ? fault.message : "Something went wrong";
}

/** What went wrong, in words, with the API's code and what a person can do about it here. */
export function Fault({ fault, children }: { readonly fault: unknown; readonly children?: ReactNode }) {
  const settings = useSettings();
  const [place] = useLocation();
  const code = fault instanceof ApiError && !isUnauthorized(fault) ? fault.code : null;
  return (
    <div role="alert" className={styles.fault}>
      <CircleAlert size={18} aria-hidden />
      <div>
        <p>
          {wordsOf(fault, settings)} {code === null ? null : <code>{code}</code>}
        </p>
        {isUnauthorized(fault) && place !== "/settings" ? (
          <p>
            <KeyAdvice />
          </p>
        ) : null}
        {code === "unreachable" ? <p>Is the server running, and this device online?</p> : null}
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

/** The way to where the key is set. */
export function KeyAdvice() {
  const { apiKey } = useSettings();
  return <Link href="/settings">{apiKey === "" ? "Set an API key under Settings" : "Change it under Settings"}</Link>;
}
