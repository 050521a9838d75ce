import { Link } from "wouter";
import icon from "../icon.svg";
import styles from "./shell.module.css";

export function Wordmark() {
  return (
    <Link href="/" className={styles.wordmark}>
      <img src={icon} alt="" width={28} height={28} /> Impresario
    </Link>
  );
}
