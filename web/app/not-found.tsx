import { Link } from "wouter";
import styles from "../ui/page.module.css";
import { useTitle } from "../ui/use-title.ts";

export function NotFound() {
  useTitle("Nothing here");
  return (
    <div className={styles.page}>
      <h1>There is nothing here</h1>
      <p>
        The address may be mistyped, or what was here has been deleted. <Link href="/">Begin anew</Link>
      </p>
    </div>
  );
}
