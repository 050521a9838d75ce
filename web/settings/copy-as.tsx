import { useSettings } from "../api/settings.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import styles from "./copy-as.module.css";
import { asCurl, asTypeScript, type CallToCopy } from "./snippets.ts";

/** Buttons that copy a call as a command line and as a program. */
export function CopyCall({ call }: { readonly call: CallToCopy }) {
  const { apiKey } = useSettings();
  const server = { origin: location.origin, hasKey: apiKey !== "" };
  return (
    <fieldset className={styles.copy}>
      <legend>Copy as</legend>
      <CopyButton label="curl" text={() => asCurl(call, server)} />
      <CopyButton label="TypeScript" text={() => asTypeScript(call, server)} />
    </fieldset>
  );
}

/** The same for what is posted as JSON. */
export function CopyAs({ path, body }: { readonly path: string; readonly body: unknown }) {
  return (
    <CopyCall call={{ method: "POST", path, headers: { "content-type": "application/json" }, body: { json: body } }} />
  );
}
