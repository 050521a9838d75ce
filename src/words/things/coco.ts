/**
 * The kinds of thing of COCO (Lin et al. 2014) by their numbers there, from 1 on; ten numbers of 90 were never used.
 * The names are those of its annotations but for "hair dryer".
 */
const NUMBERED =
  `person, bicycle, car, motorcycle, airplane, bus, train, truck, boat, traffic light, fire hydrant, -, stop sign,
parking meter, bench, bird, cat, dog, horse, sheep, cow, elephant, bear, zebra, giraffe, -, backpack, umbrella, -, -, handbag,
tie, suitcase, frisbee, skis, snowboard, sports ball, kite, baseball bat, baseball glove, skateboard, surfboard, tennis racket,
bottle, -, wine glass, cup, fork, knife, spoon, bowl, banana, apple, sandwich, orange, broccoli, carrot, hot dog, pizza, donut,
cake, chair, couch, potted plant, bed, -, dining table, -, -, toilet, -, tv, laptop, mouse, remote, keyboard, cell phone,
microwave, oven, toaster, sink, refrigerator, -, book, clock, vase, scissors, teddy bear, hair dryer, toothbrush`
    .split(/,\s+/)
    .map((name) => (name === "-" ? null : name));

/** As many numbers as COCO gave. */
export const COCO_NUMBERS = NUMBERED.length;

/** The name of a kind by its number, counted from 0; null for one that was never used. */
export const cocoName = (number: number): string | null => NUMBERED[number] ?? null;

/** The 80 names. */
export const COCO_NAMES: readonly string[] = NUMBERED.filter((name) => name !== null);
