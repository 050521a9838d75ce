import * as z from "zod";
import { type Profile, readProfile, storedProfile } from "./profile.ts";

/** What was learnt from requests as people write them, and from those of TaskBench, which its authors had an LLM write. */
export interface Profiles {
  readonly people: Profile;
  readonly taskbench: Profile;
}

/** The shape of weights.json. */
export const storedProfiles = z.strictObject({ people: storedProfile, taskbench: storedProfile });

let loaded: Promise<Profiles> | undefined;

/** The trained profiles, unpacked when they are first wanted. */
export function loadProfiles(): Promise<Profiles> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Profiles> {
  const { default: stored } = await import("./weights.json", { with: { type: "json" } });
  const { people, taskbench } = storedProfiles.parse(stored);
  return { people: readProfile(people), taskbench: readProfile(taskbench) };
}
