/** Benchmarks that people name, with the forms that extend them. */
const KNOWN =
  "common[ _-]?voice|librispeech|libri ?light|gigaspeech|ted-?lium|voxpopuli|voxceleb|fleurs|switchboard|ami|earnings-?2[12]|spgispeech|mls|timit|aishell|covost|" +
  "imagenet|coco|ms-?coco|lvis|pascal voc|voc|open ?images|objects365|ade20k|cityscapes|cifar|mnist|places365|kitti|nyu(?: depth)?|flickr30k|nocaps|textcaps|vqa|ok-?vqa|textvqa|gqa|vizwiz|docvqa|infographicvqa|chartqa|funsd|cord|sroie|iam|icdar|ocrbench|mmmu|mmbench|mme|seed-?bench|pope|mathvista|ai2d|rvl-cdip|publaynet|div2k|ffhq|geneval|drawbench|" +
  "glue|superglue|mmlu|hellaswag|arc|truthfulqa|winogrande|gsm8k|big-?bench|bbh|human-?eval|mbpp|ifeval|mt-?bench|alpaca ?eval|lm(?:sys)?(?: chatbot)? arena|chatbot arena|helm|squad|sst|mnli|snli|xnli|stsb?|sts-?b|qqp|mrpc|cola|rte|boolq|natural questions|triviaqa|hotpotqa|ms ?marco|beir|mteb|cnn/?(?: ?daily ?mail)|xsum|samsum|multi-?news|wmt|flores|opus|iwslt|conll|ontonotes|wnut|wikiann|imdb|yelp|ag ?news|tweet ?eval|financial phrasebank|wikitable(?:questions)?|wtq|tabfact|sqa|wikisql|spider|kinetics|ucf-?101|something-something|ssv2|audioset|esc-?50|urbansound(?:8k)?|speech commands|iemocap|superb|dns(?: challenge)?|voicebank|wham|librimix|musdb|vbench|msr-?vtt";
const EXTENSION =
  "(?:[- _]?(?:v?\\d+(?:\\.\\d+)?[a-z]?|english|german|french|spanish|portuguese|dutch|italian|polish|chinese|test-clean|test-other|test(?! ?set)|clean|other|dev|val|large|pro|plus|en|de|fr|es|pt|[a-z]{2}-[a-z]{2}|karpathy|test2017|val2017|zero-shot|detection|captions|daily ?mail))";

export const BENCHMARK_NAME = `(?:${KNOWN})${EXTENSION}{0,3}(?![\\w-])`;
