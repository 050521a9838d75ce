import { useMemo } from "react";
import { type Client, createClient } from "../../src/client/client.ts";
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
