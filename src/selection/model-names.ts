/**
 * What names mean of models' ids: all of one, its last part, or how either begins, up to the end of a word. "whisper" is
 * openai/whisper-large-v2, "openai" is no model, "llama" is Llama 3 too, and "llama-3" is not Llama 3.1.
 */
export function modelNamed(...names: readonly string[]): (id: string) => boolean {
  const spellings = names.flatMap(spellingsOf);
  const pattern = spellings.flatMap(patternOf).join("|");
  if (pattern === "") return () => false;
  const isHere = new RegExp(pattern, "iuy");
  // Of thousands of ids nearly all begin otherwise, which is cheaper to see.
  const initials = new Set(spellings.map((name) => name.charAt(0).toLowerCase()));
  const begins = (id: string, at: number): boolean => {
    isHere.lastIndex = at;
    return initials.has(id.charAt(at).toLowerCase()) && isHere.test(id);
  };
  return (id) => {
    for (let at = 0; ; ) {
      if (begins(id, at)) return true;
      const slash = id.indexOf("/", at);
      if (slash === -1) return false;
      at = slash + 1;
    }
  };
}

/** Families that are called by two names. */
const ALSO: readonly (readonly [RegExp, string])[] = [
  [/^sd[\s_-]?xl(?![a-z])/i, "stable-diffusion-xl"],
  [/^stable[\s_-]?diffusion[\s_-]?xl(?![a-z])/i, "sdxl"],
  [/^sd(?=[\s_-]?v?\d)/i, "stable-diffusion"],
];

const spellingsOf = (name: string): readonly string[] => {
  const plain = name.trim();
  return [plain, ...ALSO.flatMap(([known, other]) => (known.test(plain) ? plain.replace(known, other) : []))];
};

/** No further word, and no further part of a version, follows within the last part. */
const END = "(?![\\p{L}\\d]|(?<=\\d)\\.\\d)[^/]*$";
/** Of a whole family its versions are meant as well: wav2vec2 for "wav2vec". */
const VERSION = "(?:v?\\d+(?:\\.\\d+)*)?";
/** YOLO's sizes are letters, and its offspring are called by letters. */
const YOLO_VERSION = "(?:(?<!\\d)v?\\d+(?:\\.\\d+)*)?[a-z]?";

/**
 * A version may be joined to a name or not: m2m100 is "m2m-100", and stable-diffusion-v1-5 is "stable diffusion 1.5".
 * What ends with no letter or digit is the whole of an id or of its last part.
 */
function patternOf(name: string): readonly string[] {
  if (name === "") return [];
  if (!/[\p{L}\d]$/u.test(name)) return [`${RegExp.escape(name)}$`];
  const words = name.split(/[\s_-]+|(?<=\p{L})(?=\d)/u).filter((word) => word !== "");
  const joined = words.map((word, place) => `${place === 0 ? "" : jointBefore(word)}${spelt(word)}`).join("");
  const follows = /^yolo/i.test(name) ? YOLO_VERSION : /\d$/.test(name) ? "" : VERSION;
  return [`${joined}${follows}${END}`];
}

const jointBefore = (word: string): string => (/^\d/.test(word) ? "[\\s_-]*v?" : "[\\s_-]+");
const spelt = (word: string): string =>
  word
    .split(".")
    .map((part) => RegExp.escape(part))
    .join("[._-]");
