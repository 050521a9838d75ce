import { AppError } from "../../../domain/errors.ts";
import type { InputValue } from "../../provider.ts";
import type { WorkBudget } from "../work.ts";
import type { Sound } from "./sound.ts";
import { openWavStream } from "./wav-stream.ts";

/** An MP3 is held whole, and more than once: ten minutes at 100 kbit/s. */
const MAX_MP3_BYTES = 8 * 1024 * 1024;

/**
 * Opens a WAV file as a stream, or an MP3.
 * @throws {AppError} `unsupported-input` for other formats, `unreadable-resource` for what holds no sound or less than it
 *   says, `resource-too-large`
 */
export async function openSound(input: InputValue, work: WorkBudget): Promise<Sound> {
  if (input.mediaType === "audio/mpeg") {
    // Loaded for those who send one.
    const { openMp3 } = await import("./mp3.ts");
    return openMp3(await input.bytes(MAX_MP3_BYTES), (bytes) => work.spend("bytes", bytes));
  }
  const { header, blocks, close } = await openWavStream(await input.stream());
  const { channels, sampleRate, bytesPerSample, dataBytes, dataOffset } = header;
  const held = input.size - dataOffset;
  if (dataBytes !== null && input.size > 0 && dataBytes > held) {
    await close();
    throw new AppError("unreadable-resource", `The WAV file promises ${dataBytes} bytes of sound and holds ${held}.`);
  }
  // A promise that nothing can be held against counts for nothing.
  const isKnown = dataBytes !== null && input.size > 0;
  const frames = isKnown ? Math.floor(dataBytes / channels / bytesPerSample) : null;
  return { channels, sampleRate, frames, heldBytes: 0, blocks, close };
}
