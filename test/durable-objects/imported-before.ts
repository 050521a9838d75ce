// What the Worker imports on demand is in its bundle, and there at once. Here a first import takes its time, and is one
// promise for all: Durable Objects that wait for another's go on in that one's context, or never, where that one is gone.
import.meta.glob(
  [
    "../../src/planning/embedded/{index,constraints/index,constraints/tagger,rank/network}.ts",
    "../../src/providers/embedded/{code,text}/*.ts",
    "../../src/providers/{custom,huggingface,openai}/index.ts",
    "../../src/response/{headline,structured}/index.ts",
    "../../src/run/use-tools.ts",
    "../../src/words/{identify-language,sentence-encoder}.ts",
    "../../src/catalogue/{snapshot/snapshot,starter/index}.ts",
  ],
  { eager: true },
);
