import { Link } from "wouter";
import styles from "./page.module.css";

export function NotFound() {
  return (
    <div className={styles.page}>
      <h1>There is nothing here</h1>
      <p>
        The address may be mistyped, or what was here has been deleted. <Link href="/">Begin anew</Link>
      </p>
    </div>
  );
}
