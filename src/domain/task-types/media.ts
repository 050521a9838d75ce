import { input, optional, optionalOutput, output, taskType, VIDEO_TIMEOUT_MS } from "./task-type.ts";

const audio = input("audio", "audio", { aliases: ["speech", "recording", "file"], description: "The recording" });
const video = input("video", "video", { aliases: ["file"], description: "The video" });
const table = input("table", ["table", "data"], {
  aliases: ["data", "data_dict", "csv"],
  description: "Rows under a header: CSV, a spreadsheet, or a list of objects",
});
const labels = output("labels", "data", "List of {label, score}, best first");
const asText = output("text", "text", "The result in words");

export const MEDIA_TASK_TYPES = [
  taskType("automatic-speech-recognition", {
    area: "audio",
    description: "Write down what is said in a recording",
    inputs: [audio],
    converts: true,
    outputs: [output("text", "text", "The transcript")],
    aliases: ["asr", "speech-recognition", "speech-to-text", "audio-to-text", "transcription"],
  }),
  taskType("text-to-speech", {
    area: "audio",
    description: "Read a text aloud",
    inputs: [
      input("text", "text", { aliases: ["inputs", "input", "sentence", "prompt"], description: "What to say" }),
      optional("language", "text", { aliases: ["lang"], description: "BCP 47 code or English name" }),
    ],
    converts: true,
    outputs: [output("audio", "audio", "The speech")],
    aliases: ["tts", "speech-synthesis", "text-to-audio"],
  }),
  taskType("audio-classification", {
    area: "audio",
    description: "Say what kind of sound a recording holds",
    inputs: [audio],
    outputs: [labels, asText],
    aliases: ["audio-cls"],
  }),
  taskType("audio-to-audio", {
    area: "audio",
    description: "Clean or change a recording, for example take the noise out of speech",
    inputs: [audio],
    outputs: [output("audio", "audio", "The new recording")],
    aliases: [
      "speech-enhancement",
      "audio-enhancement",
      "audio-denoising",
      "noise-reduction",
      "denoising",
      "source-separation",
    ],
  }),
  taskType("text-to-video", {
    area: "video",
    description: "Make a video from a description",
    inputs: [input("text", "text", { asks: true, aliases: ["prompt"], description: "What the video should show" })],
    varies: true,
    outputs: [output("video", "video", "The video")],
    aliases: ["video-generation"],
    timeoutMs: VIDEO_TIMEOUT_MS,
  }),
  taskType("image-to-video", {
    area: "video",
    description: "Make an image move",
    inputs: [
      input("image", "image", { aliases: ["img"], description: "The image" }),
      optional("text", "text", { aliases: ["prompt"], description: "How it should move" }),
    ],
    varies: true,
    outputs: [output("video", "video", "The video")],
    timeoutMs: VIDEO_TIMEOUT_MS,
  }),
  taskType("video-classification", {
    area: "video",
    description: "Say what happens in a video",
    inputs: [video],
    outputs: [labels, asText],
    aliases: ["video-cls", "action-recognition"],
  }),
  taskType("table-question-answering", {
    area: "table",
    description: "Answer a question from the rows of a table",
    inputs: [table, input("question", "text", { aliases: ["query", "text"], description: "The question" })],
    outputs: [
      output("answer", "text", "The answer"),
      optionalOutput("table", "table", "The rows of the answer as CSV, where it has several"),
      output("evidence", "data", "{answer, aggregator, cells, coordinates}"),
    ],
    aliases: ["table-qa", "tableqa", "tabular-question-answering"],
  }),
  taskType("chart-drawing", {
    area: "table",
    description: "Draw a chart, graph, plot or diagram that visualises the figures of a table",
    inputs: [
      table,
      input("question", "text", { asks: true, aliases: ["query", "text"], description: "What it is to show" }),
    ],
    outputs: [output("image", "image", "The chart"), output("table", "table", "What it shows, as CSV")],
    aliases: ["chart-generation", "data-visualization", "bar-chart", "line-chart"],
  }),
  taskType("tabular-classification", {
    area: "table",
    description: "Predict a label for each row of a table",
    inputs: [table],
    outputs: [labels, asText],
    aliases: ["tabular-cls", "table-classification"],
  }),
  taskType("code-execution", {
    area: "code",
    description: "Run a small program and give what it prints",
    inputs: [
      input("code", "text", { aliases: ["text", "program"], description: "The program: the body of a function" }),
      optional("inputs", ["text", "data", "table"], {
        many: true,
        aliases: ["values", "input"],
        description: "What it works on, as the array `inputs`: texts, values, tables as lists of rows by column name",
      }),
    ],
    outputs: [
      output("text", "text", "What it printed; where it printed nothing, what it returned"),
      optionalOutput("data", "data", "The value that it returned"),
    ],
    aliases: ["run-code", "program-execution"],
  }),
] as const;
