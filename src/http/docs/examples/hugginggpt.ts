import { answer, json, type RouteExamples } from "./example.ts";
import { EDGES, PHOTO } from "./things.ts";

const REQUEST = { messages: [{ role: "user", content: `Generate a canny image of /images/${PHOTO}.jpg` }] };
const FILE = { parameters: { name: `${PHOTO}.png` }, answer: { status: 200, mediaType: "image/png" } };

export const HUGGING_GPT_EXAMPLES: RouteExamples = {
  askHuggingGpt: {
    body: json(REQUEST),
    answer: answer({
      message: `Canny control (photo.jpg): canny-control-0.png (/images/${EDGES}-00000000000a11ce-1795417200-73fdfc025abd59b16b1a9d9f6f0b273b.png)\n\nHow it was done:\n\n- canny-control: canny (embedded)`,
    }),
  },
  planHuggingGpt: {
    body: json(REQUEST),
    answer: answer([{ task: "canny-control", id: 0, dep: [-1], args: { image: `/images/${PHOTO}.jpg` } }]),
  },
  runHuggingGpt: {
    body: json(REQUEST),
    answer: answer({
      "0": {
        task: { task: "canny-control", id: 0, dep: [-1], args: { image: `/images/${PHOTO}.jpg` } },
        "inference result": {
          "generated image": `/images/${EDGES}-00000000000a11ce-1795417200-e93277a9eb1bd699e57b1d35c7f1126e.png`,
        },
        "choose model result": {
          id: "canny",
          reason: "Runs inside the Worker, as good as any for this task; licence mit; no learnt weights; free",
        },
      },
    }),
  },
  readHuggingGptImages: FILE,
  readHuggingGptAudios: FILE,
  readHuggingGptVideos: FILE,
};
