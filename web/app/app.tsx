import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { isPassing } from "../../src/client/retry.ts";
import { showTheme } from "../api/settings.ts";
import { ChatPage } from "../chat/chat-page.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { NotFound } from "./not-found.tsx";
import { Shell } from "./shell.tsx";

const CataloguePage = lazy(() => import("../catalogue/catalogue-page.tsx"));
const ReportPage = lazy(() => import("../report/report-page.tsx"));
const SettingsPage = lazy(() => import("../settings/settings-page.tsx"));

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
    },
    mutations: { networkMode: "always" },
  },
});

showTheme();

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Shell>
        <ErrorBoundary>
          <Suspense fallback={null}>
            <Switch>
              <Route path="/">
                <ChatPage conversation={null} />
              </Route>
              <Route path="/chat/:id">{({ id }) => <ChatPage key={id} conversation={id} />}</Route>
              <Route path="/runs/:id">{({ id }) => <ReportPage key={id} id={id} />}</Route>
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
      </Shell>
    </QueryClientProvider>
  );
}
