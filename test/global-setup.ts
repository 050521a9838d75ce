import type { TestProject } from "vitest/node";
import { startExpertServer } from "./fakes/expert-server.ts";

/** Starts what stands in for the outside world. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { server, url } = await startExpertServer();
  project.provide("expertUrl", url);
  return () => {
    server.closeAllConnections();
    server.close();
  };
}
