import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { ROOT } from "../server.ts";
import type { Choices } from "./choices.ts";
import { hostileDocument } from "./documents.ts";

/** A file that somebody sends, and what is to be done with it. */
export interface HostileFile {
  readonly what: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly task: string;
  /** The port that the file goes to, and the texts that go to others. */
  readonly port: string;
  readonly args: Readonly<Record<string, string>>;
}

type Use = Pick<HostileFile, "task" | "port" | "args">;

const ON_PICTURES: readonly Use[] = [
  { task: "optical-character-recognition", port: "image", args: {} },
  { task: "canny-control", port: "image", args: {} },
  { task: "barcode-reading", port: "image", args: {} },
  {
    task: "image-editing",
    port: "image",
    args: { text: "rotate by 31 degrees, blur, sharpen, then resize to 900 pixels" },
  },
];
const ON_DOCUMENTS: readonly Use[] = [
  { task: "optical-character-recognition", port: "image", args: {} },
  { task: "document-question-answering", port: "document", args: { text: "What has to be paid, and by when?" } },
];
const ON_TEXTS: readonly Use[] = [
  { task: "token-classification", port: "text", args: {} },
  { task: "text-classification", port: "text", args: {} },
  { task: "summarization", port: "text", args: {} },
  { task: "language-identification", port: "text", args: {} },
  { task: "question-answering", port: "context", args: { question: "Who pays what to whom, and when?" } },
  { task: "sentence-similarity", port: "sentences", args: { sentence: "Who pays what to whom, and when?" } },
];
const ON_TABLES: readonly Use[] = [
  { task: "table-question-answering", port: "table", args: { question: "Who has the highest age of all?" } },
];
const ON_SOUND: readonly Use[] = [{ task: "audio-to-audio", port: "audio", args: {} }];

interface Seed {
  readonly name: string;
  readonly mediaType: string;
  readonly uses: readonly Use[];
  readonly bytes: Uint8Array;
}

const MEDIA: Readonly<Record<string, readonly [mediaType: string, uses: readonly Use[]]>> = {
  png: ["image/png", ON_PICTURES],
  jpg: ["image/jpeg", ON_PICTURES],
  webp: ["image/webp", ON_PICTURES],
  pdf: ["application/pdf", ON_DOCUMENTS],
  wav: ["audio/wav", ON_SOUND],
  mp3: ["audio/mpeg", ON_SOUND],
  docx: ["", ON_DOCUMENTS],
  pptx: ["", ON_DOCUMENTS],
  odt: ["", ON_DOCUMENTS],
  html: ["text/html", ON_DOCUMENTS],
  eml: ["message/rfc822", ON_DOCUMENTS],
  xlsx: ["", ON_TABLES],
  ods: ["", ON_TABLES],
  txt: ["text/plain", ON_TEXTS],
};

/** Sound files that come with the project, to be damaged. */
export async function seedFiles(): Promise<readonly Seed[]> {
  const seeds: Seed[] = [];
  for (const folder of [
    "demo",
    "test/fixtures/vision",
    "test/fixtures/vision/decode",
    "test/fixtures/documents",
    "test/fixtures/audio",
  ]) {
    for (const name of (await readdir(join(ROOT, folder))).toSorted()) {
      const media = MEDIA[name.slice(name.lastIndexOf(".") + 1)];
      if (!media) continue;
      const bytes = new Uint8Array(await readFile(join(ROOT, folder, name)));
      seeds.push({ name, mediaType: media[0], uses: media[1], bytes });
    }
  }
  return seeds;
}

/** One file with a few of its bytes changed, a stretch repeated or dropped, or its end missing. */
function damaged({ name, mediaType, uses, bytes }: Seed, choices: Choices): HostileFile {
  const at = choices.int(0, Math.max(0, bytes.length - 1));
  const length = choices.int(1, 2_000);
  const use = choices.of(uses);
  const of = (how: string, parts: readonly Uint8Array[]): HostileFile => ({
    ...{ what: `${name}, ${how}`, mediaType, bytes: new Uint8Array(Buffer.concat(parts)) },
    ...use,
  });
  const choice = choices.int(0, 3);
  if (choice === 0) return of("cut", [bytes.subarray(0, at)]);
  if (choice === 1) return of("without a stretch", [bytes.subarray(0, at), bytes.subarray(at + length)]);
  if (choice === 2) {
    const stretch = bytes.subarray(at, at + length);
    return of("a stretch repeated", [
      bytes.subarray(0, at),
      ...Array.from({ length: 40 }, () => stretch),
      bytes.subarray(at),
    ]);
  }
  const changed = bytes.slice();
  for (let times = choices.int(1, 40); times > 0; times--) {
    changed[choices.int(0, Math.max(0, changed.length - 1))] = choices.int(0, 255);
  }
  return of("bytes changed", [changed]);
}

function chunk(type: string, body: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type), body]);
  const whole = Buffer.alloc(8 + typed.length);
  whole.writeUInt32BE(body.length, 0);
  typed.copy(whole, 4);
  whole.writeUInt32BE(crc32(typed), 4 + typed.length);
  return whole;
}

/** Depth and colour of a PNG's header, and how many bits a pixel has. */
const PNG_KINDS = [
  ...[
    [1, 0, 1],
    [8, 0, 8],
    [16, 0, 16],
    [8, 2, 24],
    [16, 2, 48],
    [8, 6, 32],
    [16, 6, 64],
  ],
] as const;

/** A sound picture of any size: noise, stripes or specks, which nothing that looks for something likes. */
function picture(choices: Choices): HostileFile {
  const [depth, colour, bits] = choices.of(PNG_KINDS);
  const area = 10 ** (choices.int(20, 72) / 10);
  const ratio = 10 ** (choices.int(-15, 15) / 10);
  const width = Math.min(30_000, Math.max(1, Math.round(Math.sqrt(area * ratio))));
  const height = Math.min(30_000, Math.max(1, Math.round(area / width)));
  const rowBytes = Math.ceil((width * bits) / 8);
  const raw = Buffer.alloc((rowBytes + 1) * height);
  const style = choices.int(0, 2);
  const step = choices.int(2, 40);
  let state = choices.int(1, 2 ** 30);
  for (let at = 0; at < raw.length; at++) {
    // Marsaglia's xorshift: as many bytes as a picture has take long to ask of the generator.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    raw[at] =
      style === 0 ? state & 255 : style === 1 ? (Math.floor(at / step) % 2) * 255 : state % step === 0 ? 0 : 255;
  }
  for (let y = 0; y < height; y++) raw[y * (rowBytes + 1)] = style === 0 ? Math.abs(state + y) % 5 : 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, 0], 8);
  const bytes = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    ...[chunk("IHDR", header), chunk("IDAT", deflateSync(raw, { level: 1 })), chunk("IEND", Buffer.alloc(0))],
  ]);
  return {
    what: `PNG of ${width} × ${height}, ${depth} bits, ${["noise", "stripes", "specks"][style]}`,
    ...{ mediaType: "image/png", bytes: new Uint8Array(bytes) },
    ...choices.of(ON_PICTURES),
  };
}

const PIECES = [
  ...[
    "a ",
    "a",
    "-",
    ".",
    ",",
    "(",
    "\n",
    "1,1\n",
    "$1 sent ",
    "Acme Ltd ",
    "a: ",
    "Mr. ",
    "A.B.",
    "12.12.12 ",
    "é́",
    "'s ",
  ],
  ...[
    "January 1 ",
    "€5.000,00 ",
    "not ",
    "of the ",
    "x@y.z ",
    "http://a.b/ ",
    "| a | b |\n",
    "“",
    "¿Qué? ",
    "你好",
    "\u202e",
    "—",
  ],
];

/** A text of one or two pieces over and over. */
function text(choices: Choices): HostileFile {
  const pick = (): string => choices.of(PIECES);
  const piece = choices.int(0, 1) === 0 ? pick() : pick() + pick();
  const chars = Math.round(10 ** (choices.int(20, 53) / 10));
  const uses = choices.int(0, 4) === 0 ? ON_TABLES : ON_TEXTS;
  const head = uses === ON_TABLES ? "name,age\n" : "";
  return {
    what: `${chars} characters of ${JSON.stringify(piece)}`,
    mediaType: uses === ON_TABLES ? "text/csv" : "text/plain",
    bytes: new TextEncoder().encode((head + piece.repeat(Math.ceil(chars / piece.length))).slice(0, chars)),
    ...choices.of(uses),
  };
}

const pdfStream = (number: number, dictionary: string, content: string): Buffer => {
  const data = deflateSync(Buffer.from(content, "latin1"));
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n<< /Length ${data.length} /Filter /FlateDecode ${dictionary} >>\nstream\n`),
    data,
    Buffer.from("\nendstream\nendobj\n"),
  ]);
};

const OPERATORS = [
  ...[
    "q ",
    "Q ",
    "q 1 0 0 1 1 1 cm ",
    "BT /F1 12 Tf (abc) Tj ET ",
    "0 0 m 9 9 l S ",
    "/X0 Do ",
    "/X1 Do ",
    "BI /W 1 /H 1 ID x EI ",
  ],
  ...[
    "[(a) 120 (b)] TJ ",
    "BT ",
    "ET ",
    "/F1 1 Tf ",
    "(\\(((x) ' ",
    "<00> Tj ",
    "/P0 scn ",
    "1 0 0 rg ",
    "/Span BMC EMC ",
  ],
];

/** A PDF of one page whose content, two forms and character map are pieces over and over. */
function pdf(choices: Choices): HostileFile {
  const pick = (): string => choices.of(OPERATORS);
  const content = (): string => (pick() + pick()).repeat(Math.round(10 ** (choices.int(0, 50) / 10)));
  const ranges = Array.from(
    { length: 10 ** choices.int(0, 4) },
    (_, index) => `<${(index % 65_536).toString(16).padStart(4, "0")}> <FFFF> <0041>`,
  );
  const resources = "/Resources << /Font << /F1 6 0 R >> /XObject << /X0 7 0 R /X1 8 0 R >> >>";
  const form = `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${resources}`;
  const objects = [
    Buffer.from("1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"),
    Buffer.from("2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n"),
    Buffer.from(
      `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R ${resources} >>\nendobj\n`,
    ),
    pdfStream(4, "", content()),
    pdfStream(5, "", `begincmap ${ranges.length} beginbfrange ${ranges.join("\n")} endbfrange endcmap`),
    Buffer.from("6 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R >>\nendobj\n"),
    pdfStream(7, form, content()),
    pdfStream(8, form, content()),
  ];
  const header = Buffer.from("%PDF-1.7\n");
  let at = header.length;
  const offsets = objects.map((object) => {
    const start = at;
    at += object.length;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const trailer = `xref\n0 9\n0000000000 65535 f \n${offsets.join("")}trailer\n<< /Size 9 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  const bytes = new Uint8Array(Buffer.concat([header, ...objects, Buffer.from(trailer)]));
  const use = choices.of(ON_DOCUMENTS);
  return {
    what: `PDF with ${ranges.length} ranges, ${bytes.length} bytes`,
    mediaType: "application/pdf",
    bytes,
    ...use,
  };
}

function document(choices: Choices): HostileFile {
  const { isTable, ...file } = hostileDocument(choices);
  return { ...file, ...choices.of(isTable ? ON_TABLES : ON_DOCUMENTS) };
}

/** A file to be worked on by an embedded expert, as `choices` have it. @param only for nothing else */
export function hostileFile(seeds: readonly Seed[], choices: Choices, only?: "pdf"): HostileFile {
  const choice = only === "pdf" ? 3 : choices.int(0, 4);
  if (choice === 4) return document(choices);
  if (choice === 0) return damaged(choices.of(seeds), choices);
  if (choice === 1) return picture(choices);
  return choice === 2 ? text(choices) : pdf(choices);
}
