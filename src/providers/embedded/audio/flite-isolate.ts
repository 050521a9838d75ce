/**
 * The main module of the isolate that Flite runs in, bundled by scripts/build-assets.ts. It has no bindings and
 * no network. Its host imports nothing of this file but its type.
 */
import { WorkerEntrypoint } from "cloudflare:workers";
import { Flite } from "./flite.ts";
// Not a file beside this one: the host hands the compiled synthesizer over under this name.
import FLITE from "./flite.wasm";

let flite: Flite | undefined;

export default class FliteIsolate extends WorkerEntrypoint {
  /** @param text as `Flite.speak` wants it. @returns a WAV file */
  speak(text: string): Uint8Array {
    flite ??= new Flite(FLITE);
    return flite.speak(text);
  }
}
