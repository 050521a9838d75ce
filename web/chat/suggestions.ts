import invoice from "../../demo/invoice.png?url";
import noisy from "../../demo/noisy.wav?url";
import photo from "../../demo/photo.jpg?url";
import english from "../../demo/texts/english.txt?url";
import german from "../../demo/texts/german.txt?url";
import spanish from "../../demo/texts/spanish.txt?url";
import { FIRST_REQUESTS, type FirstRequest, type DemoFile as ServerFile } from "../../src/domain/first-requests.ts";

/** A file that comes with the page. */
export interface DemoFile extends Pick<ServerFile, "name" | "mediaType"> {
  readonly address: string;
}

/** A first request, which runs at one click, with its files where the page finds them. */
export interface Suggestion extends Pick<FirstRequest, "title" | "text" | "needs"> {
  readonly files: readonly DemoFile[];
}

const ADDRESSES: Readonly<Record<string, string>> = {
  ...{ "invoice.png": invoice, "noisy.wav": noisy, "photo.jpg": photo },
  ...{ "english.txt": english, "german.txt": german, "spanish.txt": spanish },
};

export const SUGGESTIONS: readonly Suggestion[] = FIRST_REQUESTS.map(({ title, text, needs, files }) => ({
  ...{ title, text, needs },
  files: files.map(({ name, mediaType }) => ({ name, mediaType, address: ADDRESSES[name] ?? "" })),
}));

export const INVOICE: DemoFile = { name: "invoice.png", mediaType: "image/png", address: invoice };

/** Fetches the files of a suggestion. @throws where one does not come */
export const fetchDemoFiles = (files: readonly DemoFile[], signal: AbortSignal): Promise<readonly File[]> =>
  Promise.all(
    files.map(async ({ name, mediaType, address }) => {
      const response = await fetch(address, { signal });
      if (!response.ok) throw new Error(`${name} did not come from the server`);
      return new File([await response.blob()], name, { type: mediaType });
    }),
  );
