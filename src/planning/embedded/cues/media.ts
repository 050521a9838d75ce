import { act, type CueTable, heard, product, READABLE } from "./cue.ts";

const AUDIO = { on: ["audio"] } as const;
const VIDEO = { on: ["video"] } as const;
const TABLE = { on: ["table"] } as const;

export const MEDIA_CUES: CueTable = {
  "automatic-speech-recognition": heard([
    act(/\btranscrib\w+/, { off: READABLE }),
    product(/\btranscri(?:pts?|ptions?)\b/, { off: READABLE }),
    product(/\btranscri(?:pts?|ptions?)\b/, AUDIO),
    act(/\bspeech[ -](?:to[ -]text|recognition)\b|\basr\b/),
    act(
      /\bwhat(?:'s| is| was| are| were| did| does| do)?(?: [\w'@]+){0,6} (?:said|say|says|saying|talk\w*|spoken|speak\w*)\b/,
      AUDIO,
    ),
    act(
      /\b(?:write|take|jot)(?: \w+)? down\b|\bdictat\w+|\bdecipher\w*|\bdecod\w+|\bin (?:writing|text form|words)\b/,
      AUDIO,
    ),
    act(
      /\b(?:convert|turn|transform|change|get|extract|put)\b.* (?:in|into|to|as) (?:[\w']+ ){0,3}(?:text|words|writing)\b/,
      AUDIO,
    ),
    act(/\b(?:extract|get|give)\b(?: [\w']+){0,3} (?:text|words)\b/, AUDIO),
    product(/\blisten(?:ing)? to (?:@audio|the audio|this audio|my audio)/, AUDIO),
    product(/\baudio (?:content|text)\b|\btext of the audio\b|\bspoken (?:words|text|content)\b/, AUDIO),
  ]),
  "text-to-speech": heard([
    act(
      /\baloud\b|\bout loud\b|\btext[ -]to[ -]speech\b|\btts\b|\bspeech synthesis\b|\bnarrat(?:e|es|ing|ion)\b|\bvoice ?over\b|\bdub(?:bed|bing)?\b|\bpronounce\b|\bvocali[sz]e\b|\baudiobook\b/,
    ),
    act(/\bread\b(?: (?!and\b|then\b)[@\w',]+){0,8} (?:to|for) (?:me|us)\b/),
    act(
      /(?<!\b(?:i|we|they|to|you) (?:can|could|cannot|can't|may) )\bread (?:it|this|that|them|out|me|@quote|@passage|@text|the|my)\b/,
      { off: READABLE },
    ),
    act(/^(?:(?:please|now|and|then|also|just|can you|could you|to) )*read\b/, {
      on: ["text"],
      off: ["image", "document", "audio", "table"],
    }),
    act(
      /^(?:(?:please|now|and|then|can you|could you) )*(?:say|speak|recite|voice|announce)\b(?: (?:it|this|that|them|@\w+|the|out|aloud)\b| ?$)/,
    ),
    act(/(?<!\bhow (?:do|does|would|can|could|to)(?: \w+)? )\b(?:say|speak) (?:@quote|@passage|it to me|this to me)/),
    act(
      /\b(?:convert|turn|transform|change|make)\b.* (?:in|into|to) (?:an? )?(?:[\w-]+ ){0,3}(?:speech|audio|voice|spoken)\b/,
      { off: ["audio"] },
    ),
    act(
      /\b(?:with|in|using|by) (?:your|an?|my) (?:[\w-]+ )?voice\b|\b(?:as|into|in) (?:an? )?(?:audio|speech)\b|\bspoken (?:version|form)\b/,
    ),
    act(
      /\b(?:generate|create|make|produce|record|get|give|synthesi[sz]e)\b(?: (?!the\b|image\b|video\b|transcript\w*\b)[\w',]+){0,4} (?:audio|speech)(?: (?:file|version|clip|reading))?(?: (?:of|from|for|saying|that|reading|version|based)\b|$)/,
      { off: ["audio"] },
    ),
    act(
      /\b(?:audio|speech|voice)(?: [\w-]+){0,2} (?:of|for|from|containing|saying|with)(?: the| this| my| following| given)* (?:text|message|sentence|words|paragraph|@quote|@text|@passage)(?!\w)/,
      { off: ["audio"] },
    ),
    act(/\b(?:hear|listen to) (?:it|them|the|a|this|that)\b/, { off: ["audio"] }),
  ]),
  "audio-classification": heard(
    [
      act(
        /\bclassif\w+|\b(?:know|determine|find(?: out)?|identify|predict|get|tell|which|what|recogni[sz]e|assign)\b.* (?:class|category|label|emotion)\b|\bwhat (?:kind|type|sort)s?\b|\bgenre\b|\b(?:what|which) (?:audio|noise|instrument|animal|bird)\b|\bwhat (?:do|can) (?:you|i|we) hear\b|\bidentify\b|\bwhat(?:'s| is) (?:the|this|that) (?:audio|noise)\b|\bdescribe\b|\bemotions?\b/,
        AUDIO,
      ),
      act(/\baudio classification\b/),
    ],
    ["automatic-speech-recognition", "language-identification"],
  ),
  "audio-to-audio": heard(
    [
      act(
        /\bclean\w*\b|\bde-?nois\w+|\benhanc\w+|\b(?:remove|removing|reduce|reducing|get rid|filter|suppress\w*|take out|strip|cancel|cut|lower)\b|\bimprov\w+|\bseparat\w+|\bless noisy\b/,
        AUDIO,
      ),
      act(/\b(?:remove|reduce|get rid of|filter|suppress|clean)\b(?: [\w']+){0,3} (?:noise|hiss|hum)\b/, {
        off: ["image"],
      }),
      act(/\b(?:noise (?:reduction|removal|suppression)|speech enhancement)\b/, { off: ["image"] }),
    ],
    ["audio-classification"],
  ),
  "video-classification": heard([
    act(/\bclassif\w+|\bwhat\b|\bwhich\b|\bdescribe\b|\brecogni[sz]e\b|\bidentify\b|\baction\b|\bactivity\b/, VIDEO),
    act(/\bvideo classification\b|\baction recognition\b/),
  ]),
  "text-to-video": heard(
    [
      act(
        /\b(?:generate|create|make|produce|render|give|show|film|shoot|want|need|(?:would|'d) (?:like|love))\b(?: (?!the\b|this\b|that\b|my\b|in\b|of\b|from\b|for\b|and\b)[\w'-]+){0,6} (?:video|animation)\b/,
        { off: ["video"] },
      ),
    ],
    ["image-to-video"],
  ),
  "image-to-video": heard([
    act(
      /\banimat(?:e|ing)\b|\bmake\b.* move\b|\b(?:turn|convert|transform|make)\b.* into (?:an? )?(?:[\w-]+ )?(?:video|animation)\b|\bbring\b.* to life\b/,
      { on: ["image"] },
    ),
    act(/\b(?:video|animation) (?:from|of|based on|out of|using) (?:the |this |that |my )?(?:@image|image)\b/, {
      on: ["image"],
    }),
  ]),
  "tabular-classification": heard(
    [act(/\bclassif\w+|\bpredict\w*\b|\btabular classification\b/, TABLE)],
    ["table-question-answering"],
  ),
  "code-execution": heard([
    act(/\b(?:run|execute|evaluate|interpret)\b(?: [\w']+){0,4} (?:@code|code|program|script|snippet|function)(?!\w)/),
    act(/^(?:please )?(?:run|execute|evaluate) @code/),
  ]),
};
