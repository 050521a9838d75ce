/** A file of `demo/`, which the server has as an asset. */
export interface DemoFile {
  readonly name: string;
  readonly mediaType: string;
  /** Of the asset, below `.assets/`. */
  readonly path: string;
}

/** A request to begin with. */
export interface FirstRequest {
  /** In lower case with hyphens. */
  readonly name: string;
  readonly title: string;
  /** Names its files by their names. */
  readonly text: string;
  readonly files: readonly DemoFile[];
  /** The task type that a model of somebody else's does; null for what runs inside the server, with no key and no network. */
  readonly needs: string | null;
  /** Words of the text that another may replace by their own, by what they are. */
  readonly words?: Readonly<Record<string, string>>;
}

const file = (path: string, mediaType: string): DemoFile => ({
  ...{ name: path.split("/").at(-1) ?? path, mediaType },
  path: `demo/${path}`,
});

const PHOTO = file("photo.jpg", "image/jpeg");

/** What the page suggests and MCP offers as prompts. */
export const FIRST_REQUESTS: readonly FirstRequest[] = [
  {
    name: "read-an-invoice",
    title: "Read an invoice",
    text: "Read the text in invoice.png, tell me who sent it, what has to be paid and by when, and read a summary aloud",
    files: [file("invoice.png", "image/png")],
    needs: null,
  },
  {
    name: "draw-edges",
    title: "Draw the edges of a photo",
    text: "Please generate a canny image based on photo.jpg",
    files: [PHOTO],
    needs: null,
  },
  {
    name: "clean-up-a-recording",
    title: "Clean up a recording",
    text: "Remove the noise from noisy.wav",
    files: [file("noisy.wav", "audio/wav")],
    needs: null,
  },
  {
    name: "tell-languages-apart",
    title: "Tell languages apart",
    text: "Which language is each of these texts, and is the English one positive or negative?",
    files: ["english.txt", "german.txt", "spanish.txt"].map((name) => file(`texts/${name}`, "text/plain")),
    needs: null,
  },
  {
    name: "compare-sentences",
    title: "Compare two sentences",
    text: "How similar are the captions 'two dogs' and 'a pair of dogs'?",
    files: [],
    needs: null,
    words: { first: "two dogs", second: "a pair of dogs" },
  },
  {
    name: "tell-a-breed",
    title: "Tell a dog's breed",
    text: "What breed is the dog in photo.jpg?",
    files: [PHOTO],
    needs: "image-classification",
  },
];

/** The files of all first requests, each once. */
export const DEMO_FILES: readonly DemoFile[] = [
  ...new Map(FIRST_REQUESTS.flatMap(({ files }) => files).map((one) => [one.name, one])).values(),
];
