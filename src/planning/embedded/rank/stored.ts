import { type Network, readNetwork } from "./network.ts";

let loaded: Promise<Network> | undefined;

/** The network beside this file, for scripts and tests: the Worker reads it as an asset, so that no bundle holds it. */
export function loadNetwork(): Promise<Network> {
  loaded ??= import("./network.json", { with: { type: "json" } }).then(({ default: stored }) => readNetwork(stored));
  return loaded;
}
