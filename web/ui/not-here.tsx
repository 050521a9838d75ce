import { Link } from "wouter";
import page from "./page.module.css";

/** In the place of what was deleted, or belongs to another key. */
export function NotHere({ what, onward }: { readonly what: "conversation" | "run" | "goal"; readonly onward: string }) {
  return (
    <div className={page.page}>
      <h1>This {what} is not here</h1>
      <p>
        It has been deleted, or belongs to another key. <Link href="/">{onward}</Link>
      </p>
    </div>
  );
}
