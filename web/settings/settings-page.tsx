import page from "../ui/page.module.css";
import { useTitle } from "../ui/use-title.ts";
import { Access } from "./access.tsx";
import { Appearance } from "./appearance.tsx";
import { Defaults } from "./defaults.tsx";
import { Deployment } from "./deployment.tsx";
import { RequestLog } from "./request-log.tsx";

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
