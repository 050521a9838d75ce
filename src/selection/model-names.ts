/**
 * What a name means of models' ids: all of one, its last part, or how either begins, up to the end of a word. "whisper"
 * is openai/whisper-large-v2, "openai" is no model, and "llama-3" is not Llama 3.1.
 */
export function modelNamed(name: string): (id: string) => boolean {
  const words = name.trim().split(/[\s_-]+/);
  if (!/[\p{L}\d]$/u.test(words.at(-1) ?? "")) return () => false;
  const pattern = words.map((word) => RegExp.escape(word)).join("[\\s_-]+");
  const isNamed = new RegExp(`(?:^|/)${pattern}(?![\\p{L}\\d]|(?<=\\d)\\.\\d)[^/]*$`, "iu");
  return (id) => isNamed.test(id);
}
