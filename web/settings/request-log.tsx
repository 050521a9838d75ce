import { useRequests } from "../api/requests.ts";
import { CopyCall } from "./copy-as.tsx";
import { Section } from "./section.tsx";
import styles from "./settings.module.css";
import type { CallToCopy } from "./snippets.ts";

/** The newest that are shown. */
const SHOWN = 25;

/** What this page has asked of the API since it was opened, to be made again elsewhere. */
export function RequestLog() {
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
