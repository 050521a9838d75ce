import { useRequests } from "../api/requests.ts";
import { changeSettings, useSettings } from "../api/settings.ts";
import type { Theme } from "../api/stored-settings.ts";
import page from "../ui/page.module.css";
import { useTitle } from "../ui/use-title.ts";
import { Access } from "./access.tsx";
import { CopyCall } from "./copy-as.tsx";
import { Defaults } from "./defaults.tsx";
import { Deployment } from "./deployment.tsx";
import { Section } from "./section.tsx";
import styles from "./settings.module.css";
import type { CallToCopy } from "./snippets.ts";

/** What a person may set on this device, and what this deployment can do. */
export default function SettingsPage() {
  useTitle("Settings");
  return (
    <div className={page.page}>
      <h1>Settings</h1>
      <p>They are kept in this browser and sent with your requests; nobody else's change.</p>
      <Access />
      <Defaults />
      <Appearance />
      <Deployment />
      <RequestLog />
    </div>
  );
}

const THEMES: readonly (readonly [Theme, string])[] = [
  ["system", "As the device"],
  ["light", "Light"],
  ["dark", "Dark"],
];

function Appearance() {
  const { theme } = useSettings();
  return (
    <Section title="Appearance">
      <div role="radiogroup" aria-label="Theme" className={styles.row}>
        {THEMES.map(([name, words]) => (
          <label key={name} className={styles.switch}>
            <input
              type="radio"
              name="theme"
              checked={theme === name}
              onChange={() => changeSettings({ theme: name })}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </Section>
  );
}

/** The newest that are shown. */
const SHOWN = 25;

/** What this page has asked of the API since it was opened, to be made again elsewhere. */
function RequestLog() {
  const requests = useRequests().slice(-SHOWN).reverse();
  return (
    <Section title="Requests of this page">
      <p>All that this page does goes through the public API. Any of it can be copied, without your key.</p>
      <ul className={styles.requests}>
        {requests.map((request) => (
          <li key={request.number}>
            <code>
              {request.method} {request.path}
            </code>
            <span>{request.status ?? "…"}</span>
            <CopyCall call={callOf(request)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function callOf({ method, path, headers, body }: ReturnType<typeof useRequests>[number]): CallToCopy {
  return { method, path, headers, body: body && "json" in body ? { json: JSON.parse(body.json) } : body };
}
