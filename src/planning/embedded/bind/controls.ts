/** A map that can be drawn of a picture, and the task types that draw it and paint by it (HuggingGPT's control tasks). */
export interface Control {
  readonly name: string;
  readonly detector: string;
  readonly generator: string;
}

const control = (name: string, detector = `${name}-control`): Control => ({
  name,
  detector,
  generator: `${name}-text-to-image`,
});

export const CONTROLS: readonly Control[] = [
  control("canny"),
  control("hed"),
  control("mlsd"),
  control("normal"),
  control("openpose", "pose-detection"),
  control("depth", "depth-estimation"),
  control("scribble"),
  control("seg", "image-segmentation"),
];
