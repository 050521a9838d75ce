/** What a tenant that knows no models says as it admits the first run of a conversation. */
export const ADMITTED = {
  ok: true,
  value: {
    conversation: "conv",
    run: "run-1",
    replay: false,
    adopted: [],
    endpoints: [],
    models: { endpoints: [], health: [] },
  },
};
