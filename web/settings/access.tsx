import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { ApiError } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { changeSettings, useSettings } from "../api/settings.ts";
import { isSendable } from "../api/stored-settings.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import { Field, Section, Switch } from "./section.tsx";
import styles from "./settings.module.css";
import { useHealth } from "./use-health.ts";

/** The key that this page asks with, and whether the server takes it. */
export function Access() {
  const { apiKey, rememberKey } = useSettings();
  const health = useHealth();
  const isOpen = health.data?.auth === "open";
  return (
    <Section title="Access">
      {health.error ? <Fault fault={health.error} /> : null}
      {isOpen ? <p>This server is open: it asks for no key. Set one only where it does.</p> : null}
      <KeyForm apiKey={apiKey} />
      <Switch
        label="Remember the key on this device"
        hint="Otherwise it lasts for this tab alone, and is forgotten when the tab is closed."
        isOn={rememberKey}
        onChange={(isOn) => changeSettings({ rememberKey: isOn })}
      />
      <div role="status">
        {health.data && !(isOpen && apiKey === "") ? <Verdict apiKey={apiKey} isOpen={isOpen} /> : null}
      </div>
    </Section>
  );
}

/** What is typed is no key until it is whole: the server is not asked with its beginnings. */
function KeyForm({ apiKey }: { readonly apiKey: string }) {
  const [draft, setDraft] = useState({ text: apiKey, of: apiKey });
  // Another key, such as another tab's, stands in the place of what was being typed.
  const typed = draft.of === apiKey ? draft.text : apiKey;
  const fault = useId();
  const key = typed.trim();
  const isFit = isSendable(key);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isFit) changeSettings({ apiKey: key });
  };
  return (
    <form onSubmit={onSubmit} className={styles.key}>
      <Field label="API key" hint="Made by whoever runs the server: npm run keys -- add NAME.">
        {({ id, "aria-describedby": hint }) => (
          <input
            id={id}
            aria-describedby={isFit ? hint : `${fault} ${hint}`}
            aria-invalid={!isFit}
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setDraft({ text: target.value, of: apiKey })}
          />
        )}
      </Field>
      {isFit ? null : (
        <p id={fault} role="alert">
          A key has letters, digits and underscores only.
        </p>
      )}
      <p className={styles.row}>
        <Button type="submit" look="primary" disabled={!isFit || key + apiKey === ""}>
          {key === "" && apiKey !== "" ? "Forget the key" : "Use this key"}
        </Button>
      </p>
    </form>
  );
}

/** What the server says to the key that is set. */
function Verdict({ apiKey, isOpen }: { readonly apiKey: string; readonly isOpen: boolean }) {
  const client = useClient();
  const { rememberKey } = useSettings();
  const access = useQuery({
    queryKey: ["access", apiKey],
    queryFn: ({ signal }) => client.conversations({ limit: 1 }, { signal }),
    enabled: apiKey !== "",
    retry: false,
  });
  if (apiKey === "") return <p>This server asks for a key, and none is set.</p>;
  if (access.data) {
    return (
      <p>The server takes this key, which {rememberKey ? "is kept on this device" : "lasts for this tab alone"}.</p>
    );
  }
  if (access.error instanceof ApiError && access.error.status === 401) {
    return (
      <p className={styles.refused}>
        The server does not take this key. It may be mistyped, or revoked.
        {isOpen ? " This server needs none: empty the field and forget the key, and it answers again." : null}
      </p>
    );
  }
  return access.error ? <Fault fault={access.error} /> : null;
}
