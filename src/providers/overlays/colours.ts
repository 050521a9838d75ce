const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];

/** Hues that come one after another are far apart, and so are those of any few: the golden angle (Vogel 1979). */
const GOLDEN_DEGREES = 137.508;
/** Neighbouring hues of later turns differ in these. */
const LIGHTNESSES = [0.5, 0.36, 0.66] as const;
const SATURATION = 0.9;

/** A colour for each label: distinct ones, the same for the same labels in the same order. */
export function distinctColours(labels: Iterable<string>): ReadonlyMap<string, Colour> {
  const colours = new Map<string, Colour>();
  for (const label of labels) if (!colours.has(label)) colours.set(label, nthColour(colours.size));
  return colours;
}

/**
 * A colour for each label of a segmentation map: that of ADE20K where it has the label, as models that draw by such
 * maps have learnt those; a distinct one otherwise. None is black, the colour of uncovered pixels.
 */
export function regionColours(labels: Iterable<string>): ReadonlyMap<string, Colour> {
  const distinct = [...new Set(labels)];
  const known = new Map(distinct.map((label) => [label, ade20kColour(label)]));
  const taken = new Set(Array.from(known.values(), (colour) => colour && hex(colour)));
  let next = 0;
  const unused = (): Colour => {
    const colour = nthColour(next++);
    return taken.has(hex(colour)) ? unused() : colour;
  };
  return new Map(distinct.map((label) => [label, known.get(label) ?? unused()]));
}

/** As "#9f3c00". */
export const hex = (colour: Colour): string => `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** Black or white, whichever is read better on the colour (ITU-R BT.601 luma). */
export const inkOn = ([red, green, blue]: Colour): Colour =>
  0.299 * red + 0.587 * green + 0.114 * blue > 140 ? BLACK : WHITE;

function nthColour(index: number): Colour {
  const lightness = LIGHTNESSES[index % LIGHTNESSES.length] ?? LIGHTNESSES[0];
  const hue = (index * GOLDEN_DEGREES) % 360;
  const chroma = SATURATION * Math.min(lightness, 1 - lightness);
  const part = (offset: number): number => {
    const turned = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - chroma * Math.max(-1, Math.min(turned - 3, 9 - turned, 1))));
  };
  return [part(0), part(8), part(4)];
}

/**
 * The 150 classes of ADE20K (Zhou et al. 2017) with the colours that its tools draw them in; ControlNet's segmentation
 * model was trained on maps in these (https://huggingface.co/lllyasviel/control_v11p_sd15_seg).
 */
const CLASSES = `wall 787878, building b47878, sky 06e6e6, floor 503232, tree 04c803, ceiling 787850, road 8c8c8c, bed cc05ff,
windowpane e6e6e6, grass 04fa07, cabinet e005ff, sidewalk ebff07, person 96053d, earth 787846, door 08ff33,
table ff0652, mountain 8fff8c, plant ccff04, curtain ff3307, chair cc4603, car 0066c8, water 3de6fa, painting ff0633,
sofa 0b66ff, shelf ff0747, house ff09e0, sea 0907e6, mirror dcdcdc, rug ff095c, field 7009ff, armchair 08ffd6,
seat 07ffe0, fence ffb806, desk 0aff47, rock ff290a, wardrobe 07ffff, lamp e0ff08, bathtub 6608ff, railing ff3d06,
cushion ffc207, base ff7a08, box 00ff14, column ff0829, signboard ff0599, chest of drawers 0633ff, counter eb0cff,
sand a09614, sink 00a3ff, skyscraper 8c8c8c, fireplace fa0a0f, refrigerator 14ff00, grandstand 1fff00, path ff1f00,
stairs ffe000, runway 99ff00, case 0000ff, pool table ff4700, pillow 00ebff, screen door 00adff, stairway 1f00ff,
river 0bc8c8, bridge ff5200, bookcase 00fff5, blind 003dff, coffee table 00ff70, toilet 00ff85, flower ff0000,
book ffa300, hill ff6600, bench c2ff00, countertop 008fff, stove 33ff00, palm 0052ff, kitchen island 00ff29,
computer 00ffad, swivel chair 0a00ff, boat adff00, bar 00ff99, arcade machine ff5c00, hovel ff00ff, bus ff00f5,
towel ff0066, light ffad00, truck ff0014, tower ffb8b8, chandelier 001fff, awning 00ff3d, streetlight 0047ff,
booth ff00cc, television receiver 00ffc2, airplane 00ff52, dirt track 000aff, apparel 0070ff, pole 3300ff,
land 00c2ff, bannister 007aff, escalator 00ffa3, ottoman ff9900, bottle 00ff0a, buffet ff7000, poster 8fff00,
stage 5200ff, van a3ff00, ship ffeb00, fountain 08b8aa, conveyer belt 8500ff, canopy 00ff5c, washer b800ff,
plaything ff001f, swimming pool 00b8ff, stool 00d6ff, barrel ff0070, basket 5cff00, waterfall 00e0ff, tent 70e0ff,
bag 46b8a0, minibike a300ff, cradle 9900ff, oven 47ff00, ball ff00a3, food ffcc00, step ff008f, tank 00ffeb,
trade name 85ff00, microwave ff00eb, pot f500ff, animal ff007a, bicycle fff500, lake 0abed4, dishwasher d6ff00,
screen 00ccff, blanket 1400ff, sculpture ffff00, hood 0099ff, sconce 0029ff, vase 00ffcc, traffic light 2900ff,
tray 29ff00, ashcan ad00ff, fan 00f5ff, pier 4700ff, crt screen 7a00ff, plate 00ffb8, monitor 005cff,
bulletin board b8ff00, shower 0085ff, radiator ffd600, glass 19c2c2, clock 66ff00, flag 5c00ff`;

/** The suffixes of COCO's stuff classes: "sky-other-merged" → "sky". */
const COCO_ADDITIONS = /-(?:other|merged|stuff)\b/g;

let colours: ReadonlyMap<string, Colour> | undefined;

/** The colour of a label that ADE20K has; undefined for any other. */
function ade20kColour(label: string): Colour | undefined {
  colours ??= new Map(CLASSES.split(/,\s/).map(readClass));
  return colours.get(label.trim().toLowerCase().replace(COCO_ADDITIONS, ""));
}

function readClass(line: string): readonly [string, Colour] {
  const part = (from: number): number => Number.parseInt(line.slice(from).slice(0, 2), 16);
  return [line.slice(0, -7), [part(-6), part(-4), part(-2)]];
}

/** Eight bits each. */
export type Colour = readonly [red: number, green: number, blue: number];
