import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ApiError } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { Fault } from "../ui/fault.tsx";
import { gainsOf } from "./gains.ts";
import { Section } from "./section.tsx";
import styles from "./settings.module.css";
import { useHealth } from "./use-health.ts";

/** What does the work here, and what each key that is missing would add. */
export function Deployment() {
  const client = useClient();
  const health = useHealth();
  const types = useQuery({ queryKey: ["task-types"], queryFn: ({ signal }) => client.taskTypes({ signal }) });
  const gains = useMemo(
    () => (health.data && types.data ? gainsOf(health.data, types.data) : []),
    [health.data, types.data],
  );
  const fault = [health.error, types.error].find((error) => error !== null && !isRefused(error));
  const lacking = types.data?.filter(({ does }) => !does) ?? [];
  return (
    <Section title="This deployment">
      {fault ? <Fault fault={fault} /> : null}
      {health.data ? (
        <>
          <p>
            {health.data.taskTypes.available} of {health.data.taskTypes.known} task types can be done here.
          </p>
          <div className={styles.table}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Switched on</th>
                  <th scope="col">Models of its own</th>
                  <th scope="col">Task types</th>
                </tr>
              </thead>
              <tbody>
                {Object.entries(health.data.providers).map(([name, { models, taskTypes }]) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>{models}</td>
                    <td>{taskTypes}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : null}
      {types.error && isRefused(types.error) ? <p>What it can do is told to those with a key.</p> : null}
      {gains.length > 0 ? (
        <>
          <h3>What more keys would add</h3>
          <dl className={styles.gains}>
            {gains.map(({ set, adds, tasks }) => (
              <div key={set}>
                <dt>{set}</dt>
                <dd>
                  {adds}
                  {tasks.length > 0 ? <TaskNames names={tasks} /> : null}
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      {lacking.length > 0 ? (
        <>
          <h3>What nothing here does yet</h3>
          <p>A request that needs one of these says so. An endpoint of your own can do any of them.</p>
          <TaskNames names={lacking.map(({ name }) => name)} />
        </>
      ) : null}
    </Section>
  );
}

/** What it takes to be told more is said above, under Access. */
const isRefused = (error: Error): boolean => error instanceof ApiError && error.status === 401;

function TaskNames({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className={styles.tasks}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
