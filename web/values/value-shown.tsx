import { type ReactNode, useContext } from "react";
import type { ResourceView, ValueView } from "../../src/client/client.ts";
import { DataShown } from "./data/data-shown.tsx";
import { JsonFile } from "./data/json-file.tsx";
import { TableFile } from "./data/table-file.tsx";
import { TextFile } from "./data/text-file.tsx";
import { TextShown } from "./data/text-shown.tsx";
import { FileCard } from "./files/file-line.tsx";
import { type Viewer, viewerOf } from "./files/kinds.ts";
import { RenewLinks } from "./files/links.ts";
import { Pdf } from "./pdf/pdf.tsx";
import { Compare } from "./pictures/compare.tsx";
import { Picture } from "./pictures/picture.tsx";
import { Recording } from "./recordings/recording.tsx";
import { Video } from "./recordings/video.tsx";
import { plainWords } from "./words.ts";

interface Renewing {
  /** Gets new links for what is shown, such as by reading the run again; links last a day. */
  readonly onExpired?: (() => void) | undefined;
}

interface FileProps {
  readonly file: ResourceView;
  /** How its text begins. */
  readonly excerpt?: string | undefined;
}

/** Complete, so that a new viewer fails to compile here. */
const VIEWERS: Readonly<Record<Viewer, (props: FileProps) => ReactNode>> = {
  picture: Picture,
  recording: Recording,
  video: Video,
  pdf: Pdf,
  table: TableFile,
  json: JsonFile,
  text: TextFile,
  card: FileCard,
};

/** A file as what it is: a picture, a recording, a table …; one that cannot be shown by its name, with its download. */
export function FileShown({
  file,
  excerpt,
  source,
  onExpired,
}: FileProps &
  Renewing & {
    /** The picture that this one was made of: both are shown on each other. */
    readonly source?: ResourceView | undefined;
  }) {
  const viewer = viewerOf(file);
  const View = VIEWERS[viewer];
  const isCompared = source !== undefined && viewer === "picture" && viewerOf(source) === "picture";
  return (
    <Renewable onExpired={onExpired}>
      {isCompared ? <Compare source={source} result={file} /> : <View file={file} excerpt={excerpt} />}
    </Renewable>
  );
}

/** What a task was given or made. @param name what it is called, for who cannot see what it stands under */
export function ValueShown({
  value,
  name,
  onExpired,
}: Renewing & { readonly value: ValueView; readonly name?: string | undefined }) {
  if ("resource" in value) return <FileShown file={value.resource} excerpt={value.excerpt} onExpired={onExpired} />;
  if ("text" in value) return <TextShown text={value.text} />;
  return <DataShown data={value.data} name={plainWords(name ?? value.kind)} />;
}

/** Who is inside may ask for new links. */
export function Renewable({ onExpired, children }: Renewing & { readonly children: ReactNode }) {
  const outer = useContext(RenewLinks);
  return <RenewLinks value={onExpired ?? outer}>{children}</RenewLinks>;
}
