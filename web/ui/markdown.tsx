import { ExternalLink } from "lucide-react";
import { type ReactNode, useState } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import type { ResourceView } from "../../src/client/client.ts";
import { Button } from "./button.tsx";
import { isPicture, type ReadLink, readLink } from "./links.ts";
import styles from "./markdown.module.css";

const PLUGINS = [remarkGfm];

/** Headings of an answer stand below those of the page. */
const headings = { h1: "h3", h2: "h4", h3: "h5", h4: "h6", h5: "h6", h6: "h6" } as const;

/** Markdown of a model. Its HTML is shown as the text that it is, and its links and pictures are judged one by one. */
export default function Markdown({ text, files }: { readonly text: string; readonly files: readonly ResourceView[] }) {
  const read = (href: string | undefined): ReadLink => readLink(href, files, location.origin);
  const components: Components = {
    ...headings,
    a: ({ href, children }) => <Anchor link={read(href)}>{children}</Anchor>,
    img: ({ src, alt }) => {
      const link = read(typeof src === "string" ? src : undefined);
      const words = alt || (link.as === "file" ? link.file?.name : undefined) || "picture";
      if (link.as === "file" && link.file && isPicture(link.file)) {
        return <img src={link.href} alt={words} loading="lazy" className={styles.picture} />;
      }
      return <Anchor link={link}>{words}</Anchor>;
    },
    // As it is, so that it stays what it is while the text grows.
    pre: FoldedLines,
    // What scrolls has to be reached by keyboard.
    table: ({ children }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      <div className={styles.table} tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
    // The boxes of a list of things to do.
    input: ({ checked }) => <span>{checked ? "☑" : "☐"}</span>,
  };
  return (
    <div className={styles.markdown}>
      <ReactMarkdown remarkPlugins={PLUGINS} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

function Anchor({ link, children }: { readonly link: ReadLink; readonly children?: ReactNode }) {
  if (link.as === "text") return <span>{children}</span>;
  return (
    <a
      href={link.href}
      target="_blank"
      rel="noreferrer noopener"
      title={link.as === "outside" ? `Leads to ${link.host}` : undefined}
    >
      {children}
      {link.as === "outside" ? (
        <>
          <ExternalLink size="0.8em" aria-hidden className={styles.leaves} />
          <span className="visually-hidden"> (leads to {link.host})</span>
        </>
      ) : null}
    </a>
  );
}

/** The style shows twelve lines of a longer block; a few more are not worth a button. */
const MAX_UNFOLDED_LINES = 15;

const textOf = (node: ReactNode): string => {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return node.map(textOf).join("");
  if (typeof node !== "object" || node === null || !("props" in node)) return "";
  const { props } = node;
  return typeof props === "object" && props !== null && "children" in props ? textOf(props.children as ReactNode) : "";
};

/** A block that is shown as it was written; of a long one the beginning, until all is asked for. */
function FoldedLines({ children }: { readonly children?: ReactNode }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const lines = textOf(children).trimEnd().split("\n").length;
  const isLong = lines > MAX_UNFOLDED_LINES;
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre tabIndex={0} className={isLong && !isUnfolded ? styles.beginning : undefined}>
        {children}
      </pre>
      {isLong ? (
        <Button look="quiet" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {isUnfolded ? "Show less" : `Show all ${lines} lines`}
        </Button>
      ) : null}
    </div>
  );
}
