/** The lists of servers of models on one's own machine, as each of them documents them. */

/** https://github.com/ollama/ollama/blob/main/docs/openapi.yaml, `GET /api/tags`; the last one runs at ollama.com. */
export const OLLAMA_TAGS = {
  models: [
    {
      name: "gemma4:latest",
      model: "gemma4:latest",
      modified_at: "2025-10-03T23:34:03.409490317-07:00",
      size: 9_608_350_245,
      digest: "c6eb396dbd5992bbe3f5cdb947e8bbc0ee413d7c17e2beaae69f5d569cf982eb",
      details: {
        ...{ format: "gguf", family: "gemma4", families: ["gemma4"] },
        ...{ parameter_size: "8.0B", quantization_level: "Q4_K_M" },
      },
    },
    {
      name: "llama3.2:1b",
      model: "llama3.2:1b",
      modified_at: "2025-08-14T15:49:43.634137516-07:00",
      size: 1_321_098_329,
      digest: "baf6a787fdffd633537aa2eb51cfd54cb93ff08e28040095462bb63daf552878",
      details: {
        ...{ format: "gguf", family: "llama", families: ["llama"] },
        ...{ parameter_size: "1.2B", quantization_level: "Q8_0" },
      },
    },
    {
      name: "nomic-embed-text:latest",
      model: "nomic-embed-text:latest",
      modified_at: "2025-08-14T15:49:43.634137516-07:00",
      size: 274_302_450,
      digest: "0a109f422b47e3a30ba2b10eca18548e944e8a23073ee3f3e947efcf3c45e59f",
      details: {
        ...{ format: "gguf", family: "nomic-bert", families: ["nomic-bert"] },
        ...{ parameter_size: "137M", quantization_level: "F16" },
      },
    },
    {
      name: "gpt-oss:120b-cloud",
      model: "gpt-oss:120b-cloud",
      remote_model: "gpt-oss:120b",
      remote_host: "https://ollama.com:443",
      modified_at: "2026-02-07T09:27:22.346234577+08:00",
      size: 384,
      digest: "569662207105c9f0d8ad6a4a0a5f0ae28a1dbd6ee2c3a1a2b8a1d4c6b4b8a1d4",
      details: {
        ...{ parent_model: "", format: "", family: "gptoss", families: ["gptoss"] },
        ...{ parameter_size: "116.8B", quantization_level: "MXFP4" },
      },
    },
  ],
};

/** The same, `GET /api/ps`. */
export const OLLAMA_RUNNING = {
  models: [
    {
      ...{ name: "gemma4:latest", model: "gemma4:latest", size: 6_591_830_464 },
      digest: "c6eb396dbd5992bbe3f5cdb947e8bbc0ee413d7c17e2beaae69f5d569cf982eb",
      details: {
        ...{ parent_model: "", format: "gguf", family: "gemma4", families: ["gemma4"] },
        ...{ parameter_size: "8.0B", quantization_level: "Q4_K_M" },
      },
      expires_at: "2025-10-17T16:47:07.93355-07:00",
      size_vram: 5_333_539_264,
      context_length: 16_384,
    },
  ],
};

/** The same, `POST /api/show`, by name; shortened. */
export const OLLAMA_SHOWN: Readonly<Record<string, object>> = {
  "gemma4:latest": {
    parameters: "temperature 0.7\nnum_ctx 2048",
    license: "Gemma Terms of Use \n\nLast modified: February 21, 2024...",
    capabilities: ["completion", "vision"],
    modified_at: "2025-08-14T15:49:43.634137516-07:00",
    details: { parent_model: "", format: "gguf", family: "gemma4", parameter_size: "8.0B" },
    model_info: {
      "gemma4.attention.head_count": 8,
      "gemma4.context_length": 131_072,
      "general.architecture": "gemma4",
      "general.file_type": 15,
      "tokenizer.ggml.tokens": null,
    },
  },
  "llama3.2:1b": {
    parameters: 'stop                           "<|start_header_id|>"\nstop                           "<|eot_id|>"',
    capabilities: ["completion", "tools"],
    details: { parent_model: "", format: "gguf", family: "llama", parameter_size: "1.2B" },
    model_info: {
      "general.architecture": "llama",
      "general.parameter_count": 1_235_814_432,
      "llama.context_length": 131_072,
    },
  },
  "nomic-embed-text:latest": {
    parameters: "num_ctx                        8192",
    capabilities: ["embedding"],
    details: { parent_model: "", format: "gguf", family: "nomic-bert", parameter_size: "137M" },
    model_info: {
      "general.architecture": "nomic-bert",
      "general.parameter_count": 136_727_040,
      "nomic-bert.context_length": 2_048,
    },
  },
  "gpt-oss:120b-cloud": {
    remote_model: "gpt-oss:120b",
    remote_host: "https://ollama.com:443",
    capabilities: ["completion", "thinking", "tools"],
    details: { parent_model: "", format: "", family: "gptoss", parameter_size: "116.8B" },
    model_info: { "general.architecture": "gptoss", "gptoss.context_length": 131_072 },
  },
};

/** https://lmstudio.ai/docs/developer/rest/endpoints, `GET /api/v0/models`; `loaded_context_length` as it answers since. */
export const LM_STUDIO_MODELS = {
  object: "list",
  data: [
    {
      id: "qwen2-vl-7b-instruct",
      object: "model",
      type: "vlm",
      publisher: "mlx-community",
      arch: "qwen2_vl",
      compatibility_type: "mlx",
      quantization: "4bit",
      state: "not-loaded",
      max_context_length: 32_768,
    },
    {
      id: "meta-llama-3.1-8b-instruct",
      object: "model",
      type: "llm",
      publisher: "lmstudio-community",
      arch: "llama",
      compatibility_type: "gguf",
      quantization: "Q4_K_M",
      state: "loaded",
      max_context_length: 131_072,
      loaded_context_length: 8_192,
    },
    {
      id: "text-embedding-nomic-embed-text-v1.5",
      object: "model",
      type: "embeddings",
      publisher: "nomic-ai",
      arch: "nomic-bert",
      compatibility_type: "gguf",
      quantization: "Q4_0",
      state: "not-loaded",
      max_context_length: 2_048,
    },
  ],
};

/** https://lmstudio.ai/docs/developer/openai-compat/models: names alone. */
export const LM_STUDIO_LIST = {
  object: "list",
  data: [
    { id: "google/gemma-4-12b-qat", object: "model", owned_by: "organization_owner" },
    { id: "text-embedding-nomic-embed-text-v1.5", object: "model", owned_by: "organization_owner" },
  ],
};

/** https://github.com/ggml-org/llama.cpp/tree/master/tools/server, `GET /v1/models`: older versions say no more. */
export const LLAMA_CPP_LIST = {
  object: "list",
  data: [
    {
      id: "../models/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf",
      object: "model",
      created: 1_735_142_223,
      owned_by: "llamacpp",
      meta: {
        ...{ vocab_type: 2, n_vocab: 128_256, n_ctx_train: 131_072 },
        ...{ n_embd: 4_096, n_params: 8_030_261_312, size: 4_912_898_304 },
      },
    },
  ],
};

/** The same, `GET /props`; shortened. */
export const LLAMA_CPP_PROPS = {
  default_generation_settings: { id: 0, n_ctx: 16_384, params: { n_predict: -1, temperature: 0.8 } },
  total_slots: 1,
  model_path: "../models/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf",
  chat_template: "...",
  modalities: { vision: true },
  build_info: "b(build number)-(build commit hash)",
  is_sleeping: false,
};

/** What llama.cpp of October 2026 answers with SmolLM2, as it was recorded; the list in Ollama's form beside it is left out. */
export const LLAMA_CPP_RECORDED = {
  object: "list",
  data: [
    {
      id: "SmolLM2-135M-Instruct",
      aliases: ["SmolLM2-135M-Instruct"],
      tags: [],
      object: "model",
      architecture: { input_modalities: ["text"], output_modalities: ["text"] },
      created: 1_795_784_546,
      owned_by: "llamacpp",
      meta: {
        ...{ vocab_type: 2, n_vocab: 49_152, n_ctx: 8_192, n_ctx_train: 8_192 },
        ...{ n_embd: 576, n_params: 134_515_008, size: 96_576_768, ftype: "Q4_1" },
      },
    },
  ],
};

/** The same, `GET /v1/models` of a server with several models, which loads them when they are asked for. */
export const LLAMA_CPP_ROUTER = {
  object: "list",
  data: [
    {
      id: "ggml-org/gemma-3-4b-it-GGUF:Q4_K_M",
      ...{ object: "model", owned_by: "llamacpp", created: 1_795_784_546 },
      status: { value: "loaded", args: ["llama-server", "-ctx", "4096"] },
      architecture: { input_modalities: ["text", "image"], output_modalities: ["text"] },
      meta: { n_ctx: 4_096, n_params: 3_880_099_328, size: 2_489_000_000 },
    },
    {
      id: "ggml-org/Qwen3-4B-GGUF:Q4_K_M",
      ...{ object: "model", owned_by: "llamacpp", created: 1_795_784_546 },
      status: { value: "unloaded" },
      architecture: { input_modalities: ["text"], output_modalities: ["text"] },
    },
    {
      id: "my-broken-7b-model",
      ...{ object: "model", owned_by: "llamacpp", created: 1_795_784_546 },
      status: { value: "unloaded", args: ["llama-server"], failed: true, exit_code: 1 },
    },
    {
      id: "my-decision-model",
      ...{ object: "model", owned_by: "llamacpp", created: 1_795_784_546 },
      status: { value: "unloaded" },
      architecture: { input_modalities: ["text"], output_modalities: ["decisions"] },
    },
    {
      id: "my-coming-model",
      ...{ object: "model", owned_by: "llamacpp", created: 1_795_784_546 },
      status: { value: "downloading", progress: {} },
    },
  ],
};

/** https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html, with `ModelCard` of its protocol. */
export const VLLM_LIST = {
  object: "list",
  data: [
    {
      id: "Qwen/Qwen2.5-7B-Instruct",
      object: "model",
      created: 1_677_610_602,
      owned_by: "vllm",
      root: "Qwen/Qwen2.5-7B-Instruct",
      parent: null,
      max_model_len: 32_768,
      permission: [{ id: "modelperm-1", object: "model_permission", allow_sampling: true, organization: "*" }],
    },
  ],
};

/** What a program answers that passes requests on to services, such as LiteLLM. */
export const PROXY_LIST = {
  object: "list",
  data: [{ id: "gpt-5-mini", object: "model", created: 1_677_610_602, owned_by: "openai" }],
};
