import invoice from "../../demo/invoice.png?url";
import noisy from "../../demo/noisy.wav?url";
import photo from "../../demo/photo.jpg?url";
import english from "../../demo/texts/english.txt?url";
import german from "../../demo/texts/german.txt?url";
import spanish from "../../demo/texts/spanish.txt?url";

/** A file that comes with the page. */
export interface DemoFile {
  readonly name: string;
  readonly mediaType: string;
  readonly address: string;
}

/** A first request, which runs at one click. */
export interface Suggestion {
  readonly title: string;
  readonly text: string;
  readonly files: readonly DemoFile[];
  /** The task type that a model of somebody else's does; null for what runs inside the server, with no key and no network. */
  readonly needs: string | null;
}

const text = (name: string, address: string): DemoFile => ({ name, mediaType: "text/plain", address });
const PHOTO: DemoFile = { name: "photo.jpg", mediaType: "image/jpeg", address: photo };
export const INVOICE: DemoFile = { name: "invoice.png", mediaType: "image/png", address: invoice };

export const SUGGESTIONS: readonly Suggestion[] = [
  {
    title: "Read an invoice",
    text: "Read the text in invoice.png, tell me who sent it, what has to be paid and by when, and read a summary aloud",
    files: [INVOICE],
    needs: null,
  },
  {
    title: "Draw the edges of a photo",
    text: "Please generate a canny image based on photo.jpg",
    files: [PHOTO],
    needs: null,
  },
  {
    title: "Clean up a recording",
    text: "Remove the noise from noisy.wav",
    files: [{ name: "noisy.wav", mediaType: "audio/wav", address: noisy }],
    needs: null,
  },
  {
    title: "Tell languages apart",
    text: "Which language is each of these texts, and is the English one positive or negative?",
    files: [text("english.txt", english), text("german.txt", german), text("spanish.txt", spanish)],
    needs: null,
  },
  {
    title: "Compare two sentences",
    text: "How similar are the captions 'two dogs' and 'a pair of dogs'?",
    files: [],
    needs: null,
  },
  {
    title: "Tell a dog's breed",
    text: "What breed is the dog in photo.jpg?",
    files: [PHOTO],
    needs: "image-classification",
  },
];

/** Fetches the files of a suggestion. @throws where one does not come */
export const fetchDemoFiles = (files: readonly DemoFile[], signal: AbortSignal): Promise<readonly File[]> =>
  Promise.all(
    files.map(async ({ name, mediaType, address }) => {
      const response = await fetch(address, { signal });
      if (!response.ok) throw new Error(`${name} did not come from the server`);
      return new File([await response.blob()], name, { type: mediaType });
    }),
  );
