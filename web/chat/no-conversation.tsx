import { ApiError } from "../../src/client/client.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import { NotHere } from "../ui/not-here.tsx";
import page from "../ui/page.module.css";
import { useTitle } from "../ui/use-title.ts";

/** In the place of a conversation that cannot be shown. */
export function NoConversation({ fault, onRetry }: { readonly fault: unknown; readonly onRetry: () => void }) {
  const isGone = fault instanceof ApiError && fault.status === 404;
  useTitle(isGone ? "No such conversation" : null);
  if (isGone) return <NotHere what="conversation" onward="Begin a new one" />;
  return (
    <div className={page.page}>
      <h1>The conversation cannot be shown</h1>
      <Fault fault={fault} />
      <p>
        <Button onClick={onRetry}>Try again</Button>
      </p>
    </div>
  );
}
