import { act, type CueEntry, type CueTable, heard, product, READABLE, reference } from "./cue.ts";

const IMAGE = { on: ["image"] } as const;

/** Each control: the words for its map, and the task types that draw it and draw by it. */
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

const map = (pattern: RegExp, yieldsTo: readonly string[] = []): CueEntry => heard([product(pattern, IMAGE)], yieldsTo);

const CONTROL_CUES: CueTable = {
  "canny-control": map(
    /\bcanny(?: (?:edges?|image|map|filter|detection))*\b|\bedges?(?: (?:image|map|detection))?\b|\boutlines?\b/,
    ["hed-control"],
  ),
  "hed-control": map(/\bhed(?: (?:edges?|image|map|boundar\w+))*\b|\bsoft edges?(?: (?:image|map))?\b/),
  "mlsd-control": map(/\bm-?lsd(?: (?:lines?|image|map))*\b|\bstraight lines?(?: (?:image|map))?\b|\bline segments?\b/),
  "normal-control": map(/\bnormals?(?: (?:image|map))\b|\bsurface normals?\b/),
  "pose-detection": map(
    /\b(?:open)?pos(?:e|es|ture)(?: (?:image|map|detection|estimation|skeleton))*\b|\bskeletons?\b|\bkeypoints?\b/,
  ),
  "depth-estimation": map(/\bdepths?(?: (?:image|map|estimat\w+|information))*\b|\bhow far\b/),
  "scribble-control": map(/\bscribbles?(?: (?:image|map))?\b/),
  "image-segmentation": heard([
    product(/\bsegment\w*(?: (?:image|map|mask))*\b|\bregion (?:map|mask)\b|\bmasks?\b/, IMAGE),
    act(/\b(?:divide|split|separate|partition)\b.* (?:regions?|parts|areas|segments)\b/, IMAGE),
  ]),
};

const DETECTORS = CONTROLS.map(({ detector }) => detector);

export const VISION_CUES: CueTable = {
  ...CONTROL_CUES,
  "optical-character-recognition": heard(
    [
      act(/\bocr\b|\b(?:text|character) recognition\b/),
      act(
        /\b(?:read|extract|get|recogni[sz]e|pull|copy|grab|transcribe|digiti[sz]e|find|give|show|convert|return|detect|identify|retrieve|obtain|reading|extracting)\b(?: [\w']+){0,5} (?:text|words?|writing|letters|characters|handwriting)\b/,
        { on: READABLE },
      ),
      product(/\b(?:text|words|writing|content) (?:in|on|of|from|inside|within|contained|written|shown|printed)\b/, {
        on: READABLE,
      }),
      act(
        /\bwhat (?:does|do|did)(?: [@\w']+){1,8} (?:say|read|state)\b(?! about)|\bwhat(?:'s| is)? (?:written|printed|the text|it say\w*)\b|\bwhat text\b/,
        { on: READABLE },
      ),
      act(/\bread\b|\btranscrib\w+/, { on: READABLE }),
      act(/\b(?:convert|turn|transform|change)\b.* (?:in|into|to|as) (?:[\w-]+ ){0,2}text\b/, { on: READABLE }),
    ],
    // What is to be read aloud is read first anyway.
    ["text-to-speech"],
  ),
  "image-to-text": heard(
    [
      act(
        /\bcaption(?:ing)?(?= (?:it|them|this|that|these|those|the image|each|every|all|both|my|@\w+))|\bdescribe\b|\bdescribing (?:the |this |that )?(?:image|@image|scene)|\bimage captioning\b/,
        IMAGE,
      ),
      act(
        /\b(?:generate|give|get|write|provide|create|produce|make|add|suggest|need|want|obtain|receive)\b(?: (?!the\b|image\b|based\b|from\b|this\b|match\b|following\b|by\b)[\w'-]+){0,5} (?:captions?|descriptions?|alt[ -]text)\b/,
        IMAGE,
      ),
      product(/\b(?:captions?|descriptions?|alt[ -]text) (?:of|for|from)\b/, IMAGE),
      reference(/\bcaptions?\b|\bdescriptions?\b/),
      act(
        /\bwhat(?:'s| is| are)? (?:in|on|shown|depicted|happening|going on|there|visible|pictured)\b|\bwhat (?:do|can|could) (?:you|we|i|one) see\b|\bwhat (?:does|do)(?: [\w@']+){1,4} (?:show|depict|look like)\b|\btell me (?:more )?about (?:the |this |that |my )?(?:@image|image)/,
        IMAGE,
      ),
    ],
    ["optical-character-recognition", "barcode-reading"],
  ),
  "image-classification": heard(
    [
      act(
        /\bclassif\w+|\b(?:know|determine|find(?: out)?|identify|predict|get|tell|which|what|recogni[sz]e|assign)\b.* (?:class|category|label)\b/,
        IMAGE,
      ),
      act(
        /\bwhat (?:kind|type|sort|breed|species|category|class|make|model)s?\b|\b(?:which|what) (?:animal|bird|plant|flower|breed|species|category|class|fruit|insect|tree|landmark)\b|\bwhat(?:'s| is) (?:the|this|that) (?:animal|bird|plant|flower|breed|species|dog|cat|fruit|food|insect|tree)$|\bidentify (?:the |this |that )?(?:main )?(?:animal|bird|plant|flower|breed|species|object|landmark|insect|tree|fruit)\b/,
        IMAGE,
      ),
    ],
    ["zero-shot-image-classification"],
  ),
  "zero-shot-image-classification": heard([
    act(/\b(?:classif\w+|categori[sz]e|label|tag|sort|which of|is|are|shows?|depicts?)\b/, IMAGE),
  ]),
  "object-detection": heard(
    [
      act(
        /\bdetect\w*|\bcount(?:ing)?\b|\bhow many\b|\b(?:bounding )?box(?:es)? (?:around|for|on|of)\b|\bbounding boxes\b/,
        IMAGE,
      ),
      act(
        /\b(?:find|locate|spot|identify|recogni[sz]e|list|mark|name)\b(?: (?!text\b|pose\b|edges\b)[\w',@]+){0,5} (?:objects?|things|items|people|persons?|faces?|cars?|animals?|vehicles?)\b/,
        IMAGE,
      ),
      act(
        /\b(?:locate|spot)\b|\bfind (?:all |every |any |each |the |an? )*(?!answers?\b|out\b|text\b|similar\w*\b|main\b|topic\b|languages?\b|sentiment\b)[\w-]+ (?:in|on) (?:@image|the image|this image|it)/,
        IMAGE,
      ),
      act(/\b(?:what|which) objects\b|\bobjects? (?:detection|recognition|are|there are|present)\b/, IMAGE),
      act(
        /\bwhich (?:one )?(?:of )?(?:[\w@]+ ){0,4}(?:image|one|ones|@image)(?: \w+){0,3} (?:shows?|contains?|has|have|had|depicts?|with|includes?)\b/,
        IMAGE,
      ),
    ],
    [
      ...DETECTORS,
      "optical-character-recognition",
      "barcode-reading",
      "language-identification",
      "token-classification",
      "text-classification",
      "image-classification",
    ],
  ),
  "barcode-reading": heard([act(/\bqr\b|\bbar ?codes?\b|\bdata ?matrix\b/)]),
  "text-to-image": heard(
    [
      act(
        /\b(?:generate|create|make|draw|paint|produce|render|design|build|give|show|get|imagine|sketch|illustrate|want|need|(?:would|'d) (?:like|love))\b(?: (?!the\b|this\b|that\b|these\b|my\b|in\b|of\b|on\b|from\b|for\b|to\b|text\b|caption\b|similar\b|and\b)[\w'-]+){0,6} (?:image|painting|drawing|illustration|poster|logo|artwork|sketch|wallpaper|pictorial(?: \w+)?|cartoon)\b/,
      ),
      act(/\b(?:draw|paint|illustrate|visuali[sz]e|depict)\b(?! (?:a |the |bounding )*box)/, { off: ["table"] }),
      act(
        /\b(?:generate|create|make|draw) (?:me )?(?:an? )?new one\b|\bimage (?:generated|created|made|drawn|produced) (?:from|based on|by|for|using|that)\b/,
      ),
    ],
    ["image-to-image", "image-to-video", "text-to-video", "object-detection", "image-editing"],
  ),
  "image-to-image": heard(
    [
      act(
        /\bsimilar image\b|\bimage (?:that is |which is )?(?:similar to|like)\b|\bvariations?\b|\bin the style of\b|\bstyle transfer\b|\bstyli[sz]e|\bcartooni[sz]e|\bupscal\w+|\benhanc\w+|\bsuper-?resolution\b|\bde-?nois\w+|\brestor\w+|\bimprov\w+\b.* quality\b|\bdeblur\w*|\btransform(?:ed|ing|ation)?\b/,
        IMAGE,
      ),
      act(
        /\b(?:turn|convert|transform|change|make|render|redraw|repaint)\b.* (?:in|into|as|like|to) (?:an? )?(?:[\w-]+ ){0,3}(?:painting|cartoon|sketch|drawing|anime|watercolou?r|comic|style|artwork|poster|mosaic)\b/,
        IMAGE,
      ),
      act(/\bmake\b.* look like\b/, IMAGE),
    ],
    ["image-segmentation"],
  ),
  "image-editing": heard(
    [
      act(
        /\b(?:blur(?:red|ring|ry)?|sharpen|rotat\w+|crop\w*|resiz\w+|rescale|scale (?:it|the|@image)|flip|mirror|invert|brighten|darken|gr[ae]yscale|gr[ae]y|black and white|monochrome|sepia|saturat\w+|contrast|threshold|pixelate|colou?ri[sz]e|recolou?r|thumbnail)\b/,
        IMAGE,
      ),
      act(
        /\b(?:replac(?:e|ing)|remov(?:e|ing)|eras(?:e|ing)|add(?:ing)?|edit(?:ing)?|modify\w*|chang(?:e|ing)|adjust\w*|swap|put)\b/,
        IMAGE,
      ),
      act(/\bmake (?:it|them|@image|the|this|that|my|everything)\b|\bturn (?:it|the|this|that|@image)\b/, IMAGE),
    ],
    ["image-to-image", "image-to-video", "object-detection", "text-to-speech"],
  ),
};
