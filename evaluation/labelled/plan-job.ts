import type { Kind } from "../../src/domain/kinds.ts";
import type { Provenance, Resource } from "../../src/domain/resources.ts";
import type { ChatLogEntry } from "../../src/planning/controller.ts";
import type { PlanJob } from "../../src/run/index.ts";
import { typeOfName } from "../file-types.ts";
import type { LabelledRequest } from "../requests/row.ts";

/** What a labelled request may have besides. */
export interface Circumstances {
  readonly named?: readonly string[] | undefined;
  readonly history?:
    | readonly { readonly request: string; readonly gave: readonly { readonly name: string; readonly kind: Kind }[] }[]
    | undefined;
}

/** A labelled request as a run gets it: its files attached under the names that it calls them by, its turns logged. */
export function planJob(row: Pick<LabelledRequest, "request" | "files"> & Circumstances): PlanJob {
  const attached = row.files.map((file, place) => standIn(row.named?.[place] ?? file, typeOfName(file), place));
  const log = (row.history ?? []).flatMap(({ request, gave }, turn): readonly ChatLogEntry[] => [
    { role: "user", text: request, resources: [] },
    {
      role: "assistant",
      text: gave.map(({ name }) => name).join(", "),
      resources: gave.map(({ name, kind }, place) =>
        standIn(name, { ...typeOfName(name), kind }, 100 * (turn + 1) + place),
      ),
    },
  ]);
  return {
    do: "plan",
    text: row.request,
    attached,
    urls: [],
    log,
    known: log.flatMap(({ resources }) => resources),
    given: null,
  };
}

/** The file that an address would give. */
export const fetched = (url: string): Resource =>
  standIn(new URL(url).pathname.split("/").at(-1) ?? "", typeOfName(new URL(url).pathname), 0, { by: "url", url });

/** A file that nobody looks into. @param place makes its id one of its own */
export function standIn(
  name: string,
  { kind, mediaType }: { readonly kind: Kind; readonly mediaType: string },
  place: number,
  origin: Provenance = { by: "upload" },
): Resource {
  return {
    id: `res_${place}_${name}`,
    name,
    kind,
    mediaType,
    bytes: 1,
    sha256: "0".repeat(64),
    createdAt: place,
    origin,
  };
}
