import { File as FileIcon } from "lucide-react";
import type { ResourceView, RunReport } from "../../src/client/client.ts";
import { isPicture, pathOf } from "../ui/links.ts";
import { shownName, sizeWords } from "../values/words.ts";
import { Facts, Section } from "./facts.tsx";
import { SafeLink } from "./inline-text.tsx";
import styles from "./report.module.css";
import { costRows, totalsOf } from "./words.ts";

/** What the run took in all, beside what it might. */
export function TotalsSection({ report }: { readonly report: RunReport }) {
  const rows = costRows(report);
  return (
    <Section id="totals" title="What it took">
      <Facts facts={totalsOf(report).map(({ title, words }) => [title, words] as const)} />
      {rows.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <section className={styles.scroll} tabIndex={0} aria-label="Costs, step by step">
          <table>
            <thead>
              <tr>
                <th scope="col">Step</th>
                <th scope="col">Set aside</th>
                <th scope="col">Cost</th>
                <th scope="col">Measured</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ what, setAside, cost, measured }) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td>{setAside}</td>
                  <td>{cost}</td>
                  <td>{measured}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Section>
  );
}

/** What the tasks made, with what a copy can be checked by. */
export function FilesSection({
  report,
  files,
}: {
  readonly report: RunReport;
  readonly files: readonly ResourceView[];
}) {
  if (report.files.length === 0) return null;
  return (
    <Section id="files" title="Files">
      <ul className={styles.files}>
        {report.files.map(({ id, name, mediaType, bytes, sha256 }) => (
          <li key={id}>
            <Thumbnail file={files.find((file) => file.id === id)} />
            <div>
              <SafeLink href={`/v1/resources/${encodeURIComponent(id)}`} files={files}>
                {shownName(name)}
              </SafeLink>
              , {mediaType}, {sizeWords(bytes)}
              <span className={styles.hash}>
                SHA-256 <code>{sha256}</code>
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What a file looks like, beside its name; at once and not when it is scrolled to, as reports are printed. @param file none where it is there no more */
const Thumbnail = ({ file }: { readonly file: ResourceView | undefined }) =>
  file && isPicture(file) ? <img src={pathOf(file, location.origin)} alt="" /> : <FileIcon size={20} aria-hidden />;
