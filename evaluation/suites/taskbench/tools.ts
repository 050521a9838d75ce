import type { BaseKind } from "../../../src/domain/kinds.ts";

/** A tool of TaskBench, as its description types it, and the task types of ours that it stands for. */
export interface Tool {
  readonly inputs: readonly BaseKind[];
  readonly outputs: readonly BaseKind[];
  /** The task type that a plan's node of this name is read as. */
  readonly type: string;
  /** Other task types whose work this tool does as well: they are written back under its name. */
  readonly covers: readonly string[];
}

const tool = (
  type: string,
  inputs: readonly BaseKind[],
  outputs: readonly BaseKind[],
  covers: readonly string[] = [],
): Tool => ({ type, inputs, outputs, covers });

/**
 * The 23 tools of TaskBench's HuggingFace domain (Shen et al. 2023, arXiv 2311.18760), with the kinds that its tool
 * descriptions give them, and what each is to us. All that is known of the relation is here.
 */
export const TOOLS: Readonly<Record<string, Tool>> = {
  "Token Classification": tool("token-classification", ["text"], ["text"]),
  Translation: tool("translation", ["text"], ["text"]),
  Summarization: tool("summarization", ["text"], ["text"]),
  "Question Answering": tool("question-answering", ["text", "text"], ["text"]),
  // The only one that answers with no text given to answer from.
  Conversational: tool("conversational", ["text"], ["text"], ["open-question-answering"]),
  // "Paraphrase" is among its uses there.
  "Text Generation": tool("text-generation", ["text"], ["text"], ["text2text-generation"]),
  "Sentence Similarity": tool("sentence-similarity", ["text", "text"], []),
  // A table "in image format".
  "Tabular Classification": tool("tabular-classification", ["image"], ["text"]),
  "Object Detection": tool("object-detection", ["image"], ["text"]),
  "Image Classification": tool("image-classification", ["image"], ["text"], ["zero-shot-image-classification"]),
  // "Any image manipulation" is: so is drawing a control map.
  "Image-to-Image": tool(
    "image-to-image",
    ["image"],
    ["image"],
    ["canny-control", "hed-control", "mlsd-control", "normal-control", "scribble-control", "pose-detection"],
  ),
  // Captions and printed text alike.
  "Image-to-Text": tool("image-to-text", ["image"], ["text"], ["optical-character-recognition"]),
  // Those that are guided by a control map make an image from a text all the same.
  "Text-to-Image": tool(
    "text-to-image",
    ["text"],
    ["image"],
    ["canny", "hed", "mlsd", "normal", "openpose", "depth", "scribble", "seg"].map((map) => `${map}-text-to-image`),
  ),
  "Text-to-Video": tool("text-to-video", ["text"], ["video"]),
  "Visual Question Answering": tool("visual-question-answering", ["image", "text"], ["text"]),
  "Document Question Answering": tool("document-question-answering", ["image", "text"], ["text"]),
  "Image Segmentation": tool("image-segmentation", ["image"], ["image"]),
  "Depth Estimation": tool("depth-estimation", ["image"], ["image"]),
  "Text-to-Speech": tool("text-to-speech", ["text"], ["audio"]),
  "Automatic Speech Recognition": tool("automatic-speech-recognition", ["audio"], ["text"]),
  "Audio-to-Audio": tool("audio-to-audio", ["audio"], ["audio"]),
  "Audio Classification": tool("audio-classification", ["audio"], ["text"]),
  "Image Editing": tool("image-editing", ["text", "image"], ["image"]),
};

const TOOL_BY_TYPE: ReadonlyMap<string, string> = new Map(
  Object.entries(TOOLS).flatMap(([name, { type, covers }]) => [type, ...covers].map((one) => [one, name] as const)),
);

/** The tool of exactly this name. */
export const toolNamed = (name: string): Tool | undefined => (Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined);

/**
 * The name TaskBench has for a task type of ours; `null` where no tool of it does that work (such as classifying a
 * text): as a node such a task counts under its own name, and so as a wrong one.
 */
export const toolOf = (taskType: string): string | null => TOOL_BY_TYPE.get(taskType) ?? null;

/** Whether something that the first tool gives is of a kind that the second one takes. */
export const canFeed = (source: Tool, target: Tool): boolean =>
  source.outputs.some((kind) => target.inputs.includes(kind));
