import { useQuery } from "@tanstack/react-query";
import { useClient } from "../api/client.ts";
import { changeSettings, useSettings } from "../api/settings.ts";
import { Fault } from "../ui/fault.tsx";
import { Field, Section, Switch } from "./section.tsx";

/** The key that this page asks with, and whether the server takes it. */
export function Access() {
  const { apiKey, rememberKey } = useSettings();
  const client = useClient();
  const health = useQuery({ queryKey: ["health"], queryFn: ({ signal }) => client.health({ signal }) });
  const isOpen = health.data?.auth === "open";
  const access = useQuery({
    queryKey: ["access", apiKey],
    queryFn: ({ signal }) => client.conversations({ limit: 1 }, { signal }),
    enabled: health.data !== undefined && !isOpen && apiKey !== "",
    retry: false,
  });
  return (
    <Section title="Access">
      {health.error ? <Fault fault={health.error} /> : null}
      {isOpen ? <p>This server is open: it asks for no key. Set one only where it does.</p> : null}
      <Field label="API key" hint="Made by whoever runs the server: npm run keys -- add NAME.">
        {(ids) => (
          <input
            {...ids}
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={apiKey}
            onChange={(event) => changeSettings({ apiKey: event.target.value.trim() })}
          />
        )}
      </Field>
      <Switch
        label="Remember the key on this device"
        hint="Otherwise it is forgotten when this tab is closed."
        isOn={rememberKey}
        onChange={(isOn) => changeSettings({ rememberKey: isOn })}
      />
      <div role="status">
        {access.data ? <p>The server takes this key.</p> : null}
        {access.error ? <Fault fault={access.error} /> : null}
      </div>
    </Section>
  );
}
