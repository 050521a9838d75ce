import { useQuery } from "@tanstack/react-query";
import { Network, X } from "lucide-react";
import type { ModelDetails } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import styles from "./model-detail.module.css";
import { inShort } from "./search.ts";
import { Snippets } from "./snippets.tsx";
import { useExploration } from "./use-exploration.ts";

/** All that is known of a model. */
export function ModelDetail({ id }: { readonly id: string }) {
  const [, explore] = useExploration();
  const client = useClient();
  const model = useQuery({ queryKey: ["model", id], queryFn: ({ signal }) => client.models.get(id, { signal }) });
  return (
    <section aria-label={`About ${id}`} className={styles.detail}>
      <header className={styles.head}>
        <h2>{id}</h2>
        <IconButton label="Close" onClick={() => explore({ model: "" }, { isStep: true })}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>
      {model.error ? <Fault fault={model.error} /> : null}
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
        </>
      ) : null}
    </section>
  );
}

function Facts({ model }: { readonly model: ModelDetails }) {
  const unsure = (confidence: string | null): string => (confidence === "unsure" ? " (not sure)" : "");
  const facts: readonly (readonly [string, string | null])[] = [
    ["Tasks", model.tasks.join(", ")],
    ["Licence", model.licence === null ? null : model.licence + unsure(model.licenceConfidence)],
    ["Parameters", model.parameters === null ? null : inShort(model.parameters) + unsure(model.parametersConfidence)],
    ["Languages", model.languages?.join(", ") || null],
    ["Downloads", model.downloads?.toLocaleString("en") ?? null],
    ["Weights", model.gated === null ? null : model.gated ? "on request" : "open to everybody"],
    ["Trained on", model.datasets.join(", ") || null],
    ["Derived from", model.baseModels.join(", ") || null],
    ["Papers", model.papers.map((paper) => `arXiv:${paper}`).join(", ") || null],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? "unknown"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** As many as one reads. */
const SHOWN_SCORES = 20;

function Scores({ model: { scores } }: { readonly model: ModelDetails }) {
  if (scores.length === 0) return null;
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
                  <th scope="row">{[benchmark, config, split].filter((part) => part !== null).join(" · ")}</th>
                  <td>
                    {metric} ({higherIsBetter ? "more" : "less"} is better)
                  </td>
                  <td>{value.toLocaleString("en")}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Endpoints({ model: { endpoints } }: { readonly model: ModelDetails }) {
  return (
    <>
      <h3>Where it runs</h3>
      {endpoints.length === 0 ? <p>No provider that is known serves it.</p> : null}
      <ul className={styles.endpoints}>
        {endpoints.map(({ provider, via, model, taskType, here, standsIn }) => (
          <li key={[provider, via, model, taskType].join("|")}>
            {provider}
            {via === null || via === provider ? "" : ` through ${via}`}, for {taskType}
            {standsIn ? ", standing in for another" : ""}: {here ? "can be called here" : "not switched on here"}
          </li>
        ))}
      </ul>
    </>
  );
}
