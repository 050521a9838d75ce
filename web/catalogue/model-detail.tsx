import { useQuery } from "@tanstack/react-query";
import { Network, X } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { CardCodeView, ModelView, SnippetView } from "../../src/client/client.ts";
import { signatureInWords } from "../../src/domain/inference-arguments.ts";
import { useClient } from "../api/client.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Fault } from "../ui/fault.tsx";
import { factsOf } from "./facts.ts";
import styles from "./model-detail.module.css";
import { hrefOf, readExploration } from "./search.ts";
import { useExploration } from "./use-exploration.ts";

/** All that is known of a model. It takes the focus when it opens; the model's place in the list gets it back. */
export function ModelDetail({ id }: { readonly id: string }) {
  const [, explore] = useExploration();
  const client = useClient();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const close = (): void => {
    explore({ model: "" }, { isStep: true });
    // What is not shown beside it cannot have the focus until it is gone.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-model="${CSS.escape(id)}"]`)?.focus());
  };
  const model = useQuery({ queryKey: ["model", id], queryFn: ({ signal }) => client.models.get(id, { signal }) });
  return (
    <section aria-label={`About ${id}`} className={styles.detail}>
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {id}
        </h2>
        <IconButton label="Close" onClick={close}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>
      {model.error ? <Fault fault={model.error} /> : null}
      {model.isPending ? <p role="status">The model is being looked up.</p> : null}
      {model.data ? (
        <>
          <p>{model.data.description}</p>
          <Button onClick={() => explore({ around: `model:${id}` }, { isStep: true })}>
            <Network size={16} aria-hidden /> What it has to do with others
          </Button>
          <Facts model={model.data} />
          <Scores model={model.data} />
          <Endpoints model={model.data} />
          <Snippets snippets={model.data.snippets} />
          {model.data.cardCode === null ? null : <CardCode card={model.data.cardCode} />}
        </>
      ) : null}
    </section>
  );
}

function Facts({ model }: { readonly model: ModelView }) {
  return (
    <dl className={styles.facts}>
      {factsOf(model).map(({ title, parts, more }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            {parts.length === 0 ? "unknown" : null}
            {parts.map(({ words, node }, place) => (
              <Fragment key={words}>
                {place === 0 ? "" : ", "}
                <NodeLink node={node}>{words}</NodeLink>
              </Fragment>
            ))}
            {more === 0 ? "" : `, and ${more.toLocaleString("en")} more`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** As many as one reads. */
const SHOWN_SCORES = 20;

function Scores({ model: { scores } }: { readonly model: ModelView }) {
  if (scores.length === 0) return null;
  const more = scores.length - SHOWN_SCORES;
  return (
    <>
      <h3>Figures</h3>
      <div className={styles.scores}>
        <table>
          <thead>
            <tr>
              <th scope="col">Benchmark</th>
              <th scope="col">Metric</th>
              <th scope="col">Figure</th>
            </tr>
          </thead>
          <tbody>
            {scores
              .slice(0, SHOWN_SCORES)
              .map(({ benchmark, config, split, metric, value, higherIsBetter, source }) => (
                <tr key={[benchmark, config, split, metric, source].join("|")}>
                  <th scope="row">
                    <NodeLink node={`benchmark:${benchmark}`}>{benchmark}</NodeLink>
                    {[config, split].flatMap((part) => (part === null ? [] : ` · ${part}`))}
                  </th>
                  <td>
                    {metric} ({higherIsBetter ? "more" : "less"} is better)
                  </td>
                  <td>{value.toLocaleString("en")}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {more > 0 ? <p className={styles.more}>and {more.toLocaleString("en")} more</p> : null}
    </>
  );
}

function Endpoints({ model: { endpoints } }: { readonly model: ModelView }) {
  return (
    <>
      <h3>Where it runs</h3>
      {endpoints.length === 0 ? <p>No provider that is known serves it.</p> : null}
      <ul className={styles.endpoints}>
        {endpoints.map(({ provider, via, model, taskType, here, standsIn }) => (
          <li key={[provider, via, model, taskType].join("|")}>
            <NodeLink node={`provider:${provider}`}>{provider}</NodeLink>
            {via === null || via === provider ? "" : ` through ${via}`}, for {taskType}
            {standsIn ? ", standing in for another" : ""}: {here ? "can be called here" : "not switched on here"}
          </li>
        ))}
      </ul>
    </>
  );
}

const NOTHING = readExploration(new URLSearchParams());

/** Words that lead to the graph around a node; the words alone where the graph has none. */
function NodeLink({ node, children }: { readonly node: string | null; readonly children: ReactNode }) {
  if (node === null) return children;
  return <Link href={hrefOf({ ...NOTHING, around: node })}>{children}</Link>;
}

const nameOf = ({ language, client, calls }: SnippetView): string => `${language}: ${client}, calls ${calls}`;

/** Programs that call a model. */
function Snippets({ snippets }: { readonly snippets: readonly SnippetView[] }) {
  const [chosen, choose] = useState(0);
  const snippet = snippets[chosen];
  if (!snippet) return null;
  return (
    <>
      <h3>Code</h3>
      <Code text={snippet.code}>
        <select aria-label="Language and client" value={chosen} onChange={({ target }) => choose(Number(target.value))}>
          {snippets.map((one, place) => (
            <option key={nameOf(one)} value={place}>
              {nameOf(one)}
            </option>
          ))}
        </select>
      </Code>
    </>
  );
}

/** The code of a model's card, as text, and the function that was read out of it. */
function CardCode({ card: { language, code, licence, function: signed } }: { readonly card: CardCodeView }) {
  return (
    <>
      <h3>Code of its card</h3>
      <p className={styles.signature}>
        <code>{signatureInWords(signed)}</code>
      </p>
      {code === null ? (
        <p className={styles.more}>Its text is not shown, as nobody knows under which licence it is.</p>
      ) : (
        <>
          <p className={styles.more}>
            In {language}, under <NodeLink node={`licence:${licence}`}>{licence}</NodeLink>. It was read, and never run.
          </p>
          <Code text={code} />
        </>
      )}
    </>
  );
}

function Code({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.code}>
      {children}
      <CopyButton text={text} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}
