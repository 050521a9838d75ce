import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect, useMemo, useRef } from "react";
import { Route, Switch, useLocation } from "wouter";
import { isPassing } from "../../src/client/connection.ts";
import { connection } from "../api/connection.ts";
import { showTheme, useSettings } from "../api/settings.ts";
import { ChatPage } from "../chat/chat-page.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import styles from "./app.module.css";
import { fetchedView } from "./fetched-view.ts";
import { NotFound } from "./not-found.tsx";
import { Shell } from "./shell.tsx";

const cataloguePage = fetchedView(() => import("../catalogue/catalogue-page.tsx"));
const goalPage = fetchedView(() => import("../goals/goal-page.tsx"));
const reportPage = fetchedView(() => import("../report/report-page.tsx"));
const settingsPage = fetchedView(() => import("../settings/settings-page.tsx"));

/** The client tries again by itself; what it gives up on is asked for once more at most. */
const MAX_RETRIES = 1;
const STALE_AFTER_MS = 10_000;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      retry: (failures, fault) => failures < MAX_RETRIES && isPassing(fault),
      // The server may well be on this machine, which needs no network.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { networkMode: "always" },
  },
});

// What could not be read while nobody answered is read once somebody does.
onlineManager.setEventListener((setOnline) => connection.subscribe(() => setOnline(connection.now() === "live")));

showTheme();

export function App() {
  const { apiKey } = useSettings();
  const asked = useRef(apiKey);
  // Another key may see something else: what is known was told to the one before.
  useEffect(() => {
    if (asked.current === apiKey) return;
    asked.current = apiKey;
    void queries.resetQueries();
  }, [apiKey]);
  return (
    <QueryClientProvider client={queries}>
      <Shell>
        <Views />
      </Shell>
    </QueryClientProvider>
  );
}

/** In the place of a view that is being fetched; nobody sees it where that is quick. */
const Loading = () => (
  <p role="status" className={styles.loading}>
    Loading
  </p>
);

function Views() {
  const [place] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that did not come is fetched anew with each visit
  const [CataloguePage, GoalPage, ReportPage, SettingsPage] = useMemo(
    () => [cataloguePage(), goalPage(), reportPage(), settingsPage()],
    [place],
  );
  return (
    // One that fails is not shown for another.
    <ErrorBoundary key={place}>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/">
            <ChatPage conversation={null} />
          </Route>
          <Route path="/chat/:id">{({ id }) => <ChatPage key={id} conversation={id} />}</Route>
          <Route path="/runs/:id">{({ id }) => <ReportPage key={id} id={id} />}</Route>
          <Route path="/goals/:id">{({ id }) => <GoalPage key={id} id={id} />}</Route>
          <Route path="/catalogue">
            <CataloguePage />
          </Route>
          <Route path="/settings">
            <SettingsPage />
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
