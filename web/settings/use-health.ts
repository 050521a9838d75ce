import { useQuery } from "@tanstack/react-query";
import { useClient } from "../api/client.ts";

/** What the server says of itself, to anybody. */
export function useHealth() {
  const client = useClient();
  return useQuery({ queryKey: ["health"], queryFn: ({ signal }) => client.health({ signal }) });
}
