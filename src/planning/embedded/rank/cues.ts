/**
 * Words that speak for task types, written as `cueWords` gives them: features of the ranker, which learns what each is
 * worth. They know the names of things, such as "canny" or "bounding box", that training requests are short of.
 */
export const CUES: Readonly<Record<string, readonly RegExp[]>> = {
  summarization: [
    /\bsummari[sz]\w*|\btl ?dr\b|\bshorten\w*|\bcondens(?:e|ing)\b|\bsum(?:ming)? (?:it |them |this |that )?up\b|\bboil\w*(?: \w+)? down\b|\bin a nutshell\b/,
    /\b(?:summari[sz]ed|shortened|condensed|shorter|short) version\b|\b(?:summary|summaries|gist|synopsis|digest|overview|highlights)\b|\b(?:key|main|major) (?:points?|ideas?|takeaways?)\b/,
  ],
  translation: [
    /\btranslat(?:e[sd]?|ing)\b/,
    /\bhow (?:do|does|would|to|can|could)\b.* in #language\b/,
    /\b(?:convert|put|turn|render|change|bring|switch)\b.* (?:in)?to #language\b/,
    /^(?:(?:and|now|what about|how about|or) )*(?:in|into|to) #language$/,
    /\btranslations?\b|\btranslated version\b|#language (?:version|rendering)\b/,
  ],
  "token-classification": [
    /\bentit(?:y|ies)\b|\bner\b|\btoken classification\b|\bclassif\w+ (?:the |all |its |each )?tokens?\b|\bproper nouns?\b/,
    /\b(?:find|extract|identify|list|detect|recogni[sz]e|pick out|highlight|name|get|give|pull out|show|which|what|tell me)\b(?: [\w']+){0,4} (?:people|persons|names|places|locations|cities|countries|organi[sz]ations|companies|dates|amounts)\b/,
    /\b(?:people|persons|names|places|locations|organi[sz]ations|companies|who|whom)\b(?: [\w',]+){0,4} (?:mentioned|named|referred to|appear\w*)\b/,
  ],
  "text-classification": [
    /\bsentiments?\b|\b(?:positive|negative|neutral) or\b|\bor (?:positive|negative|neutral)\b|\btext classification\b|\bpolarity\b/,
    /\b(?:tone|mood|emotions?|attitude|feelings?)\b/,
    /\b(?:is|are|was|were|sounds?|seems?|feels?)\b(?: [@#\w']+){0,6} (?:positive|negative|neutral|favou?rable|critical)\b/,
    /\bhow (?:(?:does|do|did|is|was) )?(?:[@\w']+ ){1,4}feel(?:s|ing)?\b/,
    /\bclassif\w+\b|\bcategori[sz]e\b/,
  ],
  "zero-shot-classification": [
    /\b(?:classif\w+|categori[sz]e|category|categories|topics?|label(?:led)?|tag|sort|belongs?)\b/,
    /^(?:(?:tell me|say|decide|determine|know|please|and|also) )*(?:whether|if|is|are|does|do|was|were)\b/,
  ],
  "language-identification": [
    /\b(?:which|what) languages?\b|\blanguages? (?:detection|identification|id|is|are)\b|\b(?:written|spoken) in #language\b/,
    /\b(?:detect|identify|determine|recogni[sz]e|find|guess|tell|say|check|know|name)\b(?: [\w',]+){0,5} languages?\b/,
    /^(?:is|are)\b.* in #language$/,
  ],
  "sentence-similarity": [
    /\bsimilar(?:ity|ities)?\b|\bhow (?:close|alike|related|different)\b|\balike\b|\b(?:mean|means|meaning|say|express) (?:about )?the same\b|\bsame (?:in )?(?:meaning|thing)\b|\bsemantically\b|\bin terms of semantics?\b|\bparaphrases? of each other\b/,
    /\bmore (?:like|similar to)\b|\bclosest to\b|\bmost (?:like|similar)\b/,
    /\bcompar(?:e|ing|ison)\b/,
  ],
  "feature-extraction": [
    /\bembed(?:ding)?s?\b|\bfeature (?:extraction|vectors?)\b|\bvectori[sz]e\b|\bvector (?:representation|for|of)\b/,
  ],
  "text2text-generation": [
    /\bparaphras(?:e|ing)\b|\b(?:paraphrased|rewritten|corrected|simplified|reworded|longer|alternative|different|better|(?:more [\w-]+)(?: and [\w-]+)?|creative|formal) version\b|\brephras\w+|\breword\w*|\brewrit\w+|\bproofread\w*|\bsimplify\b|\b(?:correct|fix|check|improve)\b(?: [\w']+){0,3} (?:grammar|spelling|wording|typos|mistakes)\b/,
    /\bcorrect (?:this |the |my )?(?:sentence|text|paragraph|@quote|@passage)/,
    /\bmake (?:it|this|that|@quote|the \w+)(?: \w+)? (?:more|less) (?:formal|polite|concise|professional|friendly|readable|casual)/,
  ],
  "text-generation": [
    /\b(?:write|compose|draft|pen|generate|create|make up|come up with|invent|tell|need|want|give|provide)\b(?: (?!from\b|aloud\b|based\b|using\b|image\b|video\b|audio\b|of\b|the\b|this\b|in\b|to\b)[\w'-]+){0,5} (?:poems?|sonnet|haiku|limerick|verses?|story|stories|tale|essay|letter|email|lyrics|jokes?|speech|blog|post|article|paragraph|text|ode|rap|script|slogan|advert\w*|recipe|dialogue|riddle|fable|draft|tips)(?![\w-])/,
    /\b(?:complet(?:e|ing)|continu(?:e|ing)|finish(?:ing)?|extend(?:ing)?|carry on|rest of|continuation of|longer version of|expand(?:ing)?)\b(?: [\w']+){0,4} (?:sentence|text|story|paragraph|phrase|poem|@quote|@passage|@text)(?!\w)/,
    /\btext generation\b/,
  ],
  conversational: [
    /\b(?:conversational|chatbot|chat|dialog(?:ue)?)\b.* (?:response|reply|answer|text|conversation)\b/,
    /\b(?:reply|respond|react) to\b|\bwhat (?:should|would|could) (?:i|you) (?:say|answer|reply)\b/,
  ],
  "canny-control": [
    /\bcanny(?: (?:edges?|image|map|filter|detection))*\b|\bedges?(?: (?:image|map|detection))?\b|\boutlines?\b/,
  ],
  "hed-control": [/\bhed(?: (?:edges?|image|map|boundar\w+))*\b|\bsoft edges?(?: (?:image|map))?\b/],
  "mlsd-control": [/\bm-?lsd(?: (?:lines?|image|map))*\b|\bstraight lines?(?: (?:image|map))?\b|\bline segments?\b/],
  "normal-control": [/\bnormals?(?: (?:image|map))\b|\bsurface normals?\b/],
  "pose-detection": [
    /\b(?:open)?pos(?:e|es|ture)(?: (?:image|map|detection|estimation|skeleton))*\b|\bskeletons?\b|\bkeypoints?\b/,
  ],
  "depth-estimation": [/\bdepths?(?: (?:image|map|estimat\w+|information))*\b|\bhow far\b/],
  "scribble-control": [/\bscribbles?(?: (?:image|map))?\b/],
  "image-segmentation": [
    /\bsegment\w*(?: (?:image|map|mask))*\b|\bregion (?:map|mask)\b|\bmasks?\b/,
    /\b(?:divide|split|separate|partition)\b.* (?:regions?|parts|areas|segments)\b/,
  ],
  "optical-character-recognition": [
    /\bocr\b|\b(?:text|character) recognition\b/,
    /\b(?:read|extract|get|recogni[sz]e|pull|copy|grab|transcribe|digiti[sz]e|find|give|show|convert|return|detect|identify|retrieve|obtain|reading|extracting)\b(?: [\w']+){0,5} (?:text|words?|writing|letters|characters|handwriting)\b/,
    /\b(?:text|words|writing|content) (?:in|on|of|from|inside|within|contained|written|shown|printed)\b/,
    /\bwhat (?:does|do|did)(?: [@\w']+){1,8} (?:say|read|state)\b(?! about)|\bwhat(?:'s| is)? (?:written|printed|the text|it say\w*)\b|\bwhat text\b/,
    /\bread\b|\btranscrib\w+/,
    /\b(?:convert|turn|transform|change)\b.* (?:in|into|to|as) (?:[\w-]+ ){0,2}text\b/,
  ],
  "image-to-text": [
    /\bcaption(?:ing)?(?= (?:it|them|this|that|these|those|the image|each|every|all|both|my|@\w+))|\bdescribe\b|\bdescribing (?:the |this |that )?(?:image|@image|scene)|\bimage captioning\b/,
    /\b(?:generate|give|get|write|provide|create|produce|make|add|suggest|need|want|obtain|receive)\b(?: (?!the\b|image\b|based\b|from\b|this\b|match\b|following\b|by\b)[\w'-]+){0,5} (?:captions?|descriptions?|alt[ -]text)\b/,
    /\b(?:captions?|descriptions?|alt[ -]text) (?:of|for|from)\b/,
    /\bcaptions?\b|\bdescriptions?\b/,
    /\bwhat(?:'s| is| are)? (?:in|on|shown|depicted|happening|going on|there|visible|pictured)\b|\bwhat (?:do|can|could) (?:you|we|i|one) see\b|\bwhat (?:does|do)(?: [\w@']+){1,4} (?:show|depict|look like)\b|\btell me (?:more )?about (?:the |this |that |my )?(?:@image|image)/,
  ],
  "image-classification": [
    /\bclassif\w+|\b(?:know|determine|find(?: out)?|identify|predict|get|tell|which|what|recogni[sz]e|assign)\b.* (?:class|category|label)\b/,
    /\bwhat (?:kind|type|sort|breed|species|category|class|make|model)s?\b|\b(?:which|what) (?:animal|bird|plant|flower|breed|species|category|class|fruit|insect|tree|landmark)\b|\bwhat(?:'s| is) (?:the|this|that) (?:animal|bird|plant|flower|breed|species|dog|cat|fruit|food|insect|tree)$|\bidentify (?:the |this |that )?(?:main )?(?:animal|bird|plant|flower|breed|species|object|landmark|insect|tree|fruit)\b/,
  ],
  "zero-shot-image-classification": [/\b(?:classif\w+|categori[sz]e|label|tag|sort|which of|is|are|shows?|depicts?)\b/],
  "object-detection": [
    /\bdetect\w*|\bcount(?:ing)?\b|\bhow many\b|\b(?:bounding )?box(?:es)? (?:around|for|on|of)\b|\bbounding boxes\b/,
    /\b(?:find|locate|spot|identify|recogni[sz]e|list|mark|name)\b(?: (?!text\b|pose\b|edges\b)[\w',@]+){0,5} (?:objects?|things|items|people|persons?|faces?|cars?|animals?|vehicles?)\b/,
    /\b(?:locate|spot)\b|\bfind (?:all |every |any |each |the |an? )*(?!answers?\b|out\b|text\b|similar\w*\b|main\b|topic\b|languages?\b|sentiment\b)[\w-]+ (?:in|on) (?:@image|the image|this image|it)/,
    /\b(?:what|which) objects\b|\bobjects? (?:detection|recognition|are|there are|present)\b/,
    /\bwhich (?:one )?(?:of )?(?:[\w@]+ ){0,4}(?:image|one|ones|@image)(?: \w+){0,3} (?:shows?|contains?|has|have|had|depicts?|with|includes?)\b/,
  ],
  "barcode-reading": [/\bqr\b|\bbar ?codes?\b|\bdata ?matrix\b/],
  "text-to-image": [
    /\b(?:generate|create|make|draw|paint|produce|render|design|build|give|show|get|imagine|sketch|illustrate|want|need|(?:would|'d) (?:like|love))\b(?: (?!the\b|this\b|that\b|these\b|my\b|in\b|of\b|on\b|from\b|for\b|to\b|text\b|caption\b|similar\b|and\b)[\w'-]+){0,6} (?:image|painting|drawing|illustration|poster|logo|artwork|sketch|wallpaper|pictorial(?: \w+)?|cartoon)\b/,
    /\b(?:draw|paint|illustrate|visuali[sz]e|depict)\b(?! (?:a |the |bounding )*box)/,
    /\b(?:generate|create|make|draw) (?:me )?(?:an? )?new one\b|\bimage (?:generated|created|made|drawn|produced) (?:from|based on|by|for|using|that)\b/,
  ],
  "image-to-image": [
    /\bsimilar image\b|\bimage (?:that is |which is )?(?:similar to|like)\b|\bvariations?\b|\bin the style of\b|\bstyle transfer\b|\bstyli[sz]e|\bcartooni[sz]e|\bupscal\w+|\benhanc\w+|\bsuper-?resolution\b|\bde-?nois\w+|\brestor\w+|\bimprov\w+\b.* quality\b|\bdeblur\w*|\btransform(?:ed|ing|ation)?\b/,
    /\b(?:turn|convert|transform|change|make|render|redraw|repaint)\b.* (?:in|into|as|like|to) (?:an? )?(?:[\w-]+ ){0,3}(?:painting|cartoon|sketch|drawing|anime|watercolou?r|comic|style|artwork|poster|mosaic)\b/,
    /\bmake\b.* look like\b/,
  ],
  "image-editing": [
    /\b(?:blur(?:red|ring|ry)?|sharpen|rotat\w+|crop\w*|resiz\w+|rescale|scale (?:it|the|@image)|flip|mirror|invert|brighten|darken|gr[ae]yscale|gr[ae]y|black and white|monochrome|sepia|saturat\w+|contrast|threshold|pixelate|colou?ri[sz]e|recolou?r|thumbnail)\b/,
    /\b(?:replac(?:e|ing)|remov(?:e|ing)|eras(?:e|ing)|add(?:ing)?|edit(?:ing)?|modify\w*|chang(?:e|ing)|adjust\w*|swap|put)\b/,
    /\bmake (?:it|them|@image|the|this|that|my|everything)\b|\bturn (?:it|the|this|that|@image)\b/,
  ],
  "automatic-speech-recognition": [
    /\btranscrib\w+/,
    /\btranscri(?:pts?|ptions?)\b/,
    /\btranscri(?:pts?|ptions?)\b/,
    /\bspeech[ -](?:to[ -]text|recognition)\b|\basr\b/,
    /\bwhat(?:'s| is| was| are| were| did| does| do)?(?: [\w'@]+){0,6} (?:said|say|says|saying|talk\w*|spoken|speak\w*)\b/,
    /\b(?:write|take|jot)(?: \w+)? down\b|\bdictat\w+|\bdecipher\w*|\bdecod\w+|\bin (?:writing|text form|words)\b/,
    /\b(?:convert|turn|transform|change|get|extract|put)\b.* (?:in|into|to|as) (?:[\w']+ ){0,3}(?:text|words|writing)\b/,
    /\b(?:extract|get|give)\b(?: [\w']+){0,3} (?:text|words)\b/,
    /\blisten(?:ing)? to (?:@audio|the audio|this audio|my audio)/,
    /\baudio (?:content|text)\b|\btext of the audio\b|\bspoken (?:words|text|content)\b/,
  ],
  "text-to-speech": [
    /\baloud\b|\bout loud\b|\btext[ -]to[ -]speech\b|\btts\b|\bspeech synthesis\b|\bnarrat(?:e|es|ing|ion)\b|\bvoice ?over\b|\bdub(?:bed|bing)?\b|\bpronounce\b|\bvocali[sz]e\b|\baudiobook\b/,
    /\bread\b(?: (?!and\b|then\b)[@\w',]+){0,8} (?:to|for) (?:me|us)\b/,
    /(?<!\b(?:i|we|they|to|you) (?:can|could|cannot|can't|may) )\bread (?:it|this|that|them|out|me|@quote|@passage|@text|the|my)\b/,
    /^(?:(?:please|now|and|then|also|just|can you|could you|to) )*read\b/,
    /^(?:(?:please|now|and|then|can you|could you) )*(?:say|speak|recite|voice|announce)\b(?: (?:it|this|that|them|@\w+|the|out|aloud)\b| ?$)/,
    /(?<!\bhow (?:do|does|would|can|could|to)(?: \w+)? )\b(?:say|speak) (?:@quote|@passage|it to me|this to me)/,
    /\b(?:convert|turn|transform|change|make)\b.* (?:in|into|to) (?:an? )?(?:[\w-]+ ){0,3}(?:speech|audio|voice|spoken)\b/,
    /\b(?:with|in|using|by) (?:your|an?|my) (?:[\w-]+ )?voice\b|\b(?:as|into|in) (?:an? )?(?:audio|speech)\b|\bspoken (?:version|form)\b/,
    /\b(?:generate|create|make|produce|record|get|give|synthesi[sz]e)\b(?: (?!the\b|image\b|video\b|transcript\w*\b)[\w',]+){0,4} (?:audio|speech)(?: (?:file|version|clip|reading))?(?: (?:of|from|for|saying|that|reading|version|based)\b|$)/,
    /\b(?:audio|speech|voice)(?: [\w-]+){0,2} (?:of|for|from|containing|saying|with)(?: the| this| my| following| given)* (?:text|message|sentence|words|paragraph|@quote|@text|@passage)(?!\w)/,
    /\b(?:hear|listen to) (?:it|them|the|a|this|that)\b/,
  ],
  "audio-classification": [
    /\bclassif\w+|\b(?:know|determine|find(?: out)?|identify|predict|get|tell|which|what|recogni[sz]e|assign)\b.* (?:class|category|label|emotion)\b|\bwhat (?:kind|type|sort)s?\b|\bgenre\b|\b(?:what|which) (?:audio|noise|instrument|animal|bird)\b|\bwhat (?:do|can) (?:you|i|we) hear\b|\bidentify\b|\bwhat(?:'s| is) (?:the|this|that) (?:audio|noise)\b|\bdescribe\b|\bemotions?\b/,
    /\baudio classification\b/,
  ],
  "audio-to-audio": [
    /\bclean\w*\b|\bde-?nois\w+|\benhanc\w+|\b(?:remove|removing|reduce|reducing|get rid|filter|suppress\w*|take out|strip|cancel|cut|lower)\b|\bimprov\w+|\bseparat\w+|\bless noisy\b/,
    /\b(?:remove|reduce|get rid of|filter|suppress|clean)\b(?: [\w']+){0,3} (?:noise|hiss|hum)\b/,
    /\b(?:noise (?:reduction|removal|suppression)|speech enhancement)\b/,
  ],
  "video-classification": [
    /\bclassif\w+|\bwhat\b|\bwhich\b|\bdescribe\b|\brecogni[sz]e\b|\bidentify\b|\baction\b|\bactivity\b/,
    /\bvideo classification\b|\baction recognition\b/,
  ],
  "text-to-video": [
    /\b(?:generate|create|make|produce|render|give|show|film|shoot|want|need|(?:would|'d) (?:like|love))\b(?: (?!the\b|this\b|that\b|my\b|in\b|of\b|from\b|for\b|and\b)[\w'-]+){0,6} (?:video|animation)\b/,
  ],
  "image-to-video": [
    /\banimat(?:e|ing)\b|\bmake\b.* move\b|\b(?:turn|convert|transform|make)\b.* into (?:an? )?(?:[\w-]+ )?(?:video|animation)\b|\bbring\b.* to life\b/,
    /\b(?:video|animation) (?:from|of|based on|out of|using) (?:the |this |that |my )?(?:@image|image)\b/,
  ],
  "tabular-classification": [/\bclassif\w+|\bpredict\w*\b|\btabular classification\b/],
  "code-execution": [
    /\b(?:run|execute|evaluate|interpret)\b(?: [\w']+){0,4} (?:@code|code|program|script|snippet|function)(?!\w)/,
    /^(?:please )?(?:run|execute|evaluate) @code/,
  ],
};
