/** Lets Node import a `.wasm` file as workerd does: as a compiled module. To be imported before what imports one. */
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, next) {
    if (!url.endsWith(".wasm")) return next(url, context);
    const source = `import { readFileSync } from "node:fs";
export default new WebAssembly.Module(readFileSync(new URL(${JSON.stringify(url)})));`;
    return { format: "module", shortCircuit: true, source };
  },
});
