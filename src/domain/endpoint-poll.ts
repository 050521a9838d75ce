/** How an endpoint that answers later is asked whether it is done. Every address must be of the endpoint's own origin. */
export interface EndpointPoll {
  /** Where the job's address is: in a header, at a JSON pointer, or made of the id at one. */
  readonly statusUrl:
    | { readonly header: string }
    | { readonly pointer: string }
    | { readonly template: string; readonly id: string };
  /** The field that says how the job stands, and its values in lower case; left out where HTTP's status says it. */
  readonly status?: { readonly pointer: string; readonly done: readonly string[]; readonly failed: readonly string[] };
  /** Where in the last status the result is, or its address. */
  readonly result: { readonly pointer: string } | { readonly url: string };
  readonly intervalMs: number;
  readonly maxMs: number;
}
