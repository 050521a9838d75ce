import type { Kind } from "../kinds.ts";
import { input, optional, output, type TaskType, taskType } from "./task-type.ts";

const image = input("image", "image", { aliases: ["img", "image_url", "picture"], description: "The image" });
const labels = output("labels", "data", "List of {label, score}, best first");
const asText = output("text", "text", "The result in words");
const newImage = output("image", "image", "The new image");
const prompt = input("text", "text", {
  asks: true,
  aliases: ["prompt", "caption", "description"],
  description: "What the image should show",
});

const understanding: readonly TaskType[] = [
  taskType("image-to-text", {
    area: "image-understanding",
    description: "Describe what an image shows (a caption)",
    inputs: [image],
    converts: true,
    outputs: [output("text", "text", "The caption")],
    aliases: ["image-captioning", "image-caption", "caption", "image-description", "image2text", "visual-captioning"],
  }),
  taskType("optical-character-recognition", {
    area: "document",
    description: "Read the text that is printed in an image",
    inputs: [
      input("image", ["image", "document"], {
        aliases: ["img", "document", "file"],
        description: "A photo, scan, PDF, office document, web page or e-mail",
      }),
    ],
    converts: true,
    outputs: [
      output("text", "text", "The text, line by line"),
      output("lines", "data", "List of {text, confidence, box}; pixels from the top left"),
    ],
    aliases: ["ocr", "text-recognition", "text-extraction", "read-text"],
  }),
  taskType("visual-question-answering", {
    area: "image-understanding",
    description: "Answer a question about what an image shows",
    inputs: [
      image,
      input("question", "text", { asks: true, aliases: ["text", "query", "prompt"], description: "The question" }),
    ],
    outputs: [output("answer", "text", "The answer"), labels],
    aliases: ["vqa"],
  }),
  taskType("document-question-answering", {
    area: "document",
    description: "Answer a question about a scanned or PDF document",
    inputs: [
      input("document", ["document", "image"], {
        aliases: ["image", "img", "file", "pdf"],
        description: "A PDF, office document, web page, e-mail, photo or scan",
      }),
      input("question", "text", { asks: true, aliases: ["text", "query"], description: "The question" }),
    ],
    outputs: [
      output("answer", "text", "The answer, in the words of the document"),
      output("evidence", "data", "{answer or null, score, sentence?, span?, passages?}"),
    ],
    aliases: ["dqa", "document-qa", "doc-vqa"],
  }),
  taskType("image-classification", {
    area: "image-understanding",
    description: "Say what kind of thing an image shows",
    inputs: [image],
    outputs: [labels, asText],
    aliases: ["image-cls"],
  }),
  taskType("zero-shot-image-classification", {
    area: "image-understanding",
    description: "Choose among given labels for an image",
    inputs: [
      image,
      input("labels", ["data", "text"], {
        aliases: ["candidate_labels", "categories", "classes"],
        description: "The labels to choose from",
      }),
    ],
    outputs: [labels, asText],
  }),
  taskType("object-detection", {
    area: "image-understanding",
    description: "Find, name and count the things in an image",
    inputs: [image],
    outputs: [
      output("objects", "data", "List of {label, score, box: {xmin, ymin, xmax, ymax}}; pixels"),
      output("image", "image", "The image with the boxes drawn"),
      asText,
    ],
    aliases: ["detection", "object-recognition"],
  }),
  taskType("barcode-reading", {
    area: "image-understanding",
    description: "Read a QR code in an image",
    inputs: [image],
    outputs: [
      output("text", "text", "What the code says"),
      output("codes", "data", "List of {format, text, corners}; pixels"),
    ],
    aliases: ["qr-code-reading", "barcode-scanning", "qr-code"],
  }),
];

const generation: readonly TaskType[] = [
  taskType("text-to-image", {
    area: "image-generation",
    description: "Make an image from a description",
    inputs: [prompt],
    varies: true,
    outputs: [newImage],
    aliases: ["image-generation", "text2image"],
  }),
  taskType("image-to-image", {
    area: "image-generation",
    description: "Make a new image from an image: a variation, another style, a filter",
    inputs: [
      image,
      optional("text", "text", {
        aliases: ["prompt", "instruction"],
        description: "What to do, such as 'blur' or 'make it a painting'",
      }),
    ],
    varies: true,
    outputs: [newImage],
    aliases: ["image-variation", "image2image", "image-enhancement", "image-upscaling", "super-resolution"],
  }),
  taskType("image-editing", {
    area: "image-generation",
    description: "Change an image by an instruction",
    inputs: [
      image,
      input("text", "text", {
        asks: true,
        aliases: ["prompt", "instruction", "edit"],
        description: "What to change, such as 'rotate it by 90 degrees'",
      }),
    ],
    varies: true,
    outputs: [newImage],
    aliases: ["image-edit", "instruct-image-editing"],
  }),
];

/** A control map of ControlNet (Zhang et al. 2023): how it is made, and an image made from it. */
interface Control {
  readonly name: string;
  readonly kind: Kind;
  readonly what: string;
  readonly detector: string;
  readonly detectorAliases: readonly string[];
  readonly generatorAliases: readonly string[];
  /** What the detector gives beside the map, most telling first. */
  readonly extra?: TaskType["outputs"];
}

const spellings = (name: string): Pick<Control, "detectorAliases" | "generatorAliases"> => ({
  detectorAliases: [`control-${name}`, `${name}-detection`],
  generatorAliases: [
    `${name}-to-image`,
    `controlnet-${name}`,
    `sd-controlnet-${name}`,
    `${name}-conditioned-image-generation`,
  ],
});

const CONTROLS: readonly Control[] = [
  {
    name: "canny",
    kind: "image/canny",
    what: "edges (Canny 1986)",
    detector: "canny-control",
    detectorAliases: ["control-canny", "canny", "edge-detection", "canny-edge-detection"],
    generatorAliases: ["canny-to-image", "controlnet-canny", "sd-controlnet-canny"],
  },
  { name: "hed", kind: "image/hed", what: "soft edges (HED)", detector: "hed-control", ...spellings("hed") },
  { name: "mlsd", kind: "image/mlsd", what: "straight lines (M-LSD)", detector: "mlsd-control", ...spellings("mlsd") },
  { name: "normal", kind: "image/normal", what: "surface normals", detector: "normal-control", ...spellings("normal") },
  {
    name: "openpose",
    kind: "image/pose",
    what: "body poses (OpenPose)",
    detector: "pose-detection",
    detectorAliases: ["openpose-control", "control-openpose", "pose-control", "pose-estimation", "openpose"],
    generatorAliases: ["pose-text-to-image", "pose-to-image", "controlnet-openpose", "sd-controlnet-openpose"],
  },
  {
    name: "depth",
    kind: "image/depth",
    what: "distances from the camera",
    detector: "depth-estimation",
    detectorAliases: ["depth-control", "control-depth", "depth"],
    generatorAliases: ["depth-to-image", "controlnet-depth", "sd-controlnet-depth"],
  },
  {
    name: "scribble",
    kind: "image/scribble",
    what: "a scribble",
    detector: "scribble-control",
    ...spellings("scribble"),
  },
  {
    name: "seg",
    kind: "image/seg",
    what: "regions, each named",
    detector: "image-segmentation",
    detectorAliases: ["seg-control", "control-seg", "segmentation", "semantic-segmentation", "panoptic-segmentation"],
    generatorAliases: ["seg-to-image", "segmentation-text-to-image", "controlnet-seg", "sd-controlnet-seg"],
    extra: [
      output("overlay", "image", "The image with the regions laid over it, and a legend"),
      output("segments", "data", "List of {label, score, colour}; colour as in the map"),
      asText,
    ],
  },
];

const controls: readonly TaskType[] = CONTROLS.flatMap((control) => [
  taskType(control.detector, {
    area: "image-understanding",
    description: `Draw a map of an image: ${control.what}`,
    inputs: [image],
    outputs: [output("image", control.kind, `The map: ${control.what}`), ...(control.extra ?? [])],
    aliases: control.detectorAliases,
    converts: true,
  }),
  taskType(`${control.name}-text-to-image`, {
    area: "image-generation",
    description: `Make an image from a description and ${control.what}`,
    inputs: [
      prompt,
      input("image", control.kind, {
        aliases: ["img", "control_image", "control"],
        description: `The map: ${control.what}`,
      }),
    ],
    outputs: [newImage],
    aliases: control.generatorAliases,
    varies: true,
  }),
]);

export const VISION_TASK_TYPES: readonly TaskType[] = [...understanding, ...generation, ...controls];
