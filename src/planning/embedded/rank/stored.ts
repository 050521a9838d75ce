import { loadKernelModule, loadNetworkFile } from "#planner-files";
import { type Network, readNetwork } from "./network.ts";

let loaded: Promise<Network> | undefined;

/** The network beside this file, for scripts and tests: the Worker reads it with its first plan. */
export function loadNetwork(): Promise<Network> {
  loaded ??= Promise.all([loadNetworkFile(), loadKernelModule()]).then(([file, module]) => readNetwork(file, module));
  return loaded;
}
