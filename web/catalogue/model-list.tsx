import { useInfiniteQuery } from "@tanstack/react-query";
import type { ModelSummary } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import styles from "./model-list.module.css";
import { inShort, isFiltered, toSearch, UNFILTERED } from "./search.ts";
import { useExploration } from "./use-exploration.ts";

const PAGE = 30;

/** The models that satisfy the conditions, page by page. */
export function ModelList() {
  const [exploration, explore] = useExploration();
  const client = useClient();
  const search = toSearch(exploration);
  const pages = useInfiniteQuery({
    queryKey: ["models", search],
    queryFn: ({ pageParam, signal }) =>
      client.models.search(
        { ...search, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
  const models = pages.data?.pages.flatMap((page) => page.models) ?? [];
  const total = pages.data?.pages[0]?.total;
  return (
    <div className={styles.list} aria-busy={pages.isFetching}>
      {pages.error ? <Fault fault={pages.error} /> : null}
      <p role="status" className={styles.total}>
        {total === undefined ? "" : totalWords(total, isFiltered(exploration))}
      </p>
      {total === 0 && isFiltered(exploration) ? (
        <Button onClick={() => explore(UNFILTERED)}>Take all conditions away</Button>
      ) : null}
      <ul>
        {models.map((model) => (
          <li key={model.id}>
            <button
              type="button"
              className={styles.model}
              data-model={model.id}
              aria-current={model.id === exploration.model}
              onClick={() => explore({ model: model.id }, { isStep: true })}
            >
              <Entry model={model} />
            </button>
          </li>
        ))}
      </ul>
      {pages.hasNextPage ? (
        <Button onClick={() => void pages.fetchNextPage()} disabled={pages.isFetchingNextPage}>
          More
        </Button>
      ) : null}
    </div>
  );
}

function totalWords(total: number, isFilteredNow: boolean): string {
  if (total > 0) return `${total.toLocaleString("en")} ${total === 1 ? "model" : "models"}`;
  return isFilteredNow ? "No model that is known satisfies all of this." : "The catalogue is empty.";
}

function Entry({ model: { id, description, tasks, licence, parameters, here } }: { readonly model: ModelSummary }) {
  const facts = [tasks.join(", "), licence ?? "licence unknown", parameters ? inShort(parameters) : null];
  return (
    <>
      <strong>{id}</strong>
      <span>{description}</span>
      <span className={styles.facts}>
        {facts.filter((fact) => fact !== null).join(" · ")}
        {here ? <em>here</em> : null}
      </span>
    </>
  );
}
