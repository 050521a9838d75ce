import { useMemo } from "react";
import { ApiError, type Client, createClient } from "../../src/client/client.ts";
import { pauseUntilHeard } from "./connection.ts";
import { recordedFetch } from "./requests.ts";
import { useSettings } from "./settings.ts";

/** The API of the server that this page came from, with the key that is set. */
export function useClient(): Client {
  const { apiKey } = useSettings();
  return useMemo(
    () =>
      createClient({
        baseUrl: location.origin,
        fetch: recordedFetch,
        pause: pauseUntilHeard,
        ...(apiKey === "" ? {} : { apiKey }),
      }),
    [apiKey],
  );
}

/** For a deletion: what was deleted elsewhere meanwhile is as it was to be. @throws any other fault */
export function unlessGone(fault: unknown): void {
  if (!(fault instanceof ApiError && fault.status === 404)) throw fault;
}
