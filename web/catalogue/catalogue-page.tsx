import { Tabs } from "../ui/tabs.tsx";
import { useTitle } from "../ui/use-title.ts";
import styles from "./catalogue.module.css";
import { Filters } from "./filters.tsx";
import { GraphView } from "./graph/graph-view.tsx";
import { ModelDetail } from "./model-detail.tsx";
import { ModelList } from "./model-list.tsx";
import { useExploration } from "./use-exploration.ts";

const TABS = [
  { name: "models", label: "Models" },
  { name: "graph", label: "Graph" },
] as const;
/** Where a graph begins that nobody has chosen a centre for. */
const FIRST_CENTER = "task:automatic-speech-recognition";

/** The models that are known: to be searched, looked at, and seen in what they have to do with one another. */
export default function CataloguePage() {
  const [exploration, explore] = useExploration();
  const { model, around } = exploration;
  useTitle("Catalogue");
  return (
    <div className={styles.catalogue}>
      <h1>Catalogue</h1>
      <Tabs
        label="Ways to look at the catalogue"
        tabs={TABS}
        shown={around === "" ? "models" : "graph"}
        onShow={(name) => {
          const center = model === "" ? FIRST_CENTER : `model:${model}`;
          explore({ around: name === "graph" ? center : "" }, { isStep: true });
        }}
      >
        {around === "" ? (
          <div className={styles.models} data-open={model !== ""}>
            <section aria-label="Search" className={styles.found}>
              <Filters />
              <ModelList />
            </section>
            {model === "" ? null : <ModelDetail key={model} id={model} />}
          </div>
        ) : (
          <GraphView center={around} />
        )}
      </Tabs>
    </div>
  );
}
