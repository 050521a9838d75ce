import { act, type CueTable, heard, product } from "./cue.ts";

const TEXTUAL = { on: ["text", "document", "audio"] } as const;
const PLAIN = { off: ["table"] } as const;

export const LANGUAGE_CUES: CueTable = {
  summarization: heard([
    act(
      /\bsummari[sz]\w*|\btl ?dr\b|\bshorten\w*|\bcondens(?:e|ing)\b|\bsum(?:ming)? (?:it |them |this |that )?up\b|\bboil\w*(?: \w+)? down\b|\bin a nutshell\b/,
      PLAIN,
    ),
    product(
      /\b(?:summari[sz]ed|shortened|condensed|shorter|short) version\b|\b(?:summary|summaries|gist|synopsis|digest|overview|highlights)\b|\b(?:key|main|major) (?:points?|ideas?|takeaways?)\b/,
      PLAIN,
    ),
  ]),
  translation: heard([
    act(/\btranslat(?:e[sd]?|ing)\b/),
    act(/\bhow (?:do|does|would|to|can|could)\b.* in #language\b/),
    act(/\b(?:convert|put|turn|render|change|bring|switch)\b.* (?:in)?to #language\b/),
    act(/^(?:(?:and|now|what about|how about|or) )*(?:in|into|to) #language$/),
    product(/\btranslations?\b|\btranslated version\b|#language (?:version|rendering)\b/),
  ]),
  "token-classification": heard(
    [
      act(
        /\bentit(?:y|ies)\b|\bner\b|\btoken classification\b|\bclassif\w+ (?:the |all |its |each )?tokens?\b|\bproper nouns?\b/,
      ),
      act(
        /\b(?:find|extract|identify|list|detect|recogni[sz]e|pick out|highlight|name|get|give|pull out|show|which|what|tell me)\b(?: [\w']+){0,4} (?:people|persons|names|places|locations|cities|countries|organi[sz]ations|companies|dates|amounts)\b/,
        TEXTUAL,
      ),
      act(
        /\b(?:people|persons|names|places|locations|organi[sz]ations|companies|who|whom)\b(?: [\w',]+){0,4} (?:mentioned|named|referred to|appear\w*)\b/,
        { on: ["text", "document", "audio"], off: ["image"] },
      ),
    ],
    ["question-answering"],
  ),
  "text-classification": heard(
    [
      act(
        /\bsentiments?\b|\b(?:positive|negative|neutral) or\b|\bor (?:positive|negative|neutral)\b|\btext classification\b|\bpolarity\b/,
      ),
      act(/\b(?:tone|mood|emotions?|attitude|feelings?)\b/, {
        on: ["text", "document"],
        off: ["image", "video", "audio"],
      }),
      act(
        /\b(?:is|are|was|were|sounds?|seems?|feels?)\b(?: [@#\w']+){0,6} (?:positive|negative|neutral|favou?rable|critical)\b/,
        { off: ["image", "video", "table"] },
      ),
      act(/\bhow (?:(?:does|do|did|is|was) )?(?:[@\w']+ ){1,4}feel(?:s|ing)?\b/, { off: ["image", "video"] }),
      act(/\bclassif\w+\b|\bcategori[sz]e\b/, { on: ["text"], off: ["image", "audio", "video", "table"] }),
    ],
    ["zero-shot-classification", "token-classification"],
  ),
  "zero-shot-classification": heard([
    act(/\b(?:classif\w+|categori[sz]e|category|categories|topics?|label(?:led)?|tag|sort|belongs?)\b/, {
      off: ["image", "video", "audio", "table"],
    }),
    act(/^(?:(?:tell me|say|decide|determine|know|please|and|also) )*(?:whether|if|is|are|does|do|was|were)\b/, {
      off: ["image", "video", "audio", "table"],
    }),
  ]),
  "language-identification": heard([
    act(
      /\b(?:which|what) languages?\b|\blanguages? (?:detection|identification|id|is|are)\b|\b(?:written|spoken) in #language\b/,
    ),
    act(
      /\b(?:detect|identify|determine|recogni[sz]e|find|guess|tell|say|check|know|name)\b(?: [\w',]+){0,5} languages?\b/,
    ),
    act(/^(?:is|are)\b.* in #language$/),
  ]),
  "sentence-similarity": heard(
    [
      act(
        /\bsimilar(?:ity|ities)?\b|\bhow (?:close|alike|related|different)\b|\balike\b|\b(?:mean|means|meaning|say|express) (?:about )?the same\b|\bsame (?:in )?(?:meaning|thing)\b|\bsemantically\b|\bin terms of semantics?\b|\bparaphrases? of each other\b/,
      ),
      act(/\bmore (?:like|similar to)\b|\bclosest to\b|\bmost (?:like|similar)\b/),
      act(/\bcompar(?:e|ing|ison)\b/, { off: ["table", "video"] }),
    ],
    ["image-to-image", "text-classification", "token-classification", "language-identification"],
  ),
  "feature-extraction": heard([
    act(
      /\bembed(?:ding)?s?\b|\bfeature (?:extraction|vectors?)\b|\bvectori[sz]e\b|\bvector (?:representation|for|of)\b/,
    ),
  ]),
  "text2text-generation": heard([
    act(
      /\bparaphras(?:e|ing)\b|\b(?:paraphrased|rewritten|corrected|simplified|reworded|longer|alternative|different|better|(?:more [\w-]+)(?: and [\w-]+)?|creative|formal) version\b|\brephras\w+|\breword\w*|\brewrit\w+|\bproofread\w*|\bsimplify\b|\b(?:correct|fix|check|improve)\b(?: [\w']+){0,3} (?:grammar|spelling|wording|typos|mistakes)\b/,
    ),
    act(/\bcorrect (?:this |the |my )?(?:sentence|text|paragraph|@quote|@passage)/),
    act(
      /\bmake (?:it|this|that|@quote|the \w+)(?: \w+)? (?:more|less) (?:formal|polite|concise|professional|friendly|readable|casual)/,
    ),
  ]),
  "text-generation": heard(
    [
      act(
        /\b(?:write|compose|draft|pen|generate|create|make up|come up with|invent|tell|need|want|give|provide)\b(?: (?!from\b|aloud\b|based\b|using\b|image\b|video\b|audio\b|of\b|the\b|this\b|in\b|to\b)[\w'-]+){0,5} (?:poems?|sonnet|haiku|limerick|verses?|story|stories|tale|essay|letter|email|lyrics|jokes?|speech|blog|post|article|paragraph|text|ode|rap|script|slogan|advert\w*|recipe|dialogue|riddle|fable|draft|tips)(?![\w-])/,
      ),
      act(
        /\b(?:complet(?:e|ing)|continu(?:e|ing)|finish(?:ing)?|extend(?:ing)?|carry on|rest of|continuation of|longer version of|expand(?:ing)?)\b(?: [\w']+){0,4} (?:sentence|text|story|paragraph|phrase|poem|@quote|@passage|@text)(?!\w)/,
      ),
      act(/\btext generation\b/),
    ],
    [
      "summarization",
      "text2text-generation",
      "translation",
      "automatic-speech-recognition",
      "optical-character-recognition",
      "image-to-text",
    ],
  ),
  conversational: heard([
    act(/\b(?:conversational|chatbot|chat|dialog(?:ue)?)\b.* (?:response|reply|answer|text|conversation)\b/),
    act(/\b(?:reply|respond|react) to\b|\bwhat (?:should|would|could) (?:i|you) (?:say|answer|reply)\b/, {
      off: ["image", "video", "audio"],
    }),
  ]),
};
