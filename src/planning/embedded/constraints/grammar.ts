import { MARKS } from "./marked.ts";
import type { ConstraintRule } from "./rule.ts";

/** Pieces of patterns that several readers share. Every repetition is bounded, so that matching is linear in the text. */

/** What is chosen among: a run of `MARKS.model`, see `marked.ts`. */
export const MODEL = `${MARKS.model}{1,80}`;

/** Leads to what is to be used. */
export const USE =
  "(?:(?:use|using|used|employ|employing|pick|picking|choose|choosing|select|selecting|take|taking|run|running|prefer|preferring|preferably|with|w/|by|via|through|thru|from|call|calling|rely on|relying on|stick to|sticking to|stick with|go for|go with|want|need|like|allow|accept|consider|work with)(?: to use| to have| to see)?)";

/** Only a wish to use says this, a description does not. */
export const WISH_TO_USE =
  "(?:(?:use|using|employ|employing|pick|picking|choose|choosing|select|selecting|via|through|thru|prefer|preferring|rely on|relying on|stick to|sticking to|stick with|go for|go with|work with|(?:run|running|do|done|process)(?: it| this| that| them| everything| all| all of it)? (?:on|with|through|via|by|using)))";

export const ONLY =
  "(?:only ever|only|solely|exclusively|just|nothing but|nothing other than|nothing except|none but|purely|strictly|nothing else than)";

/** Refuses what follows. */
export const REFUSE =
  "(?:no|not|never|without|w/o|avoid|avoiding|exclude|excluding|except|except for|anything but|everything but|anything except|anything other than|other than|apart from|besides|but not|any [a-z]{3,12} (?:but|except|besides)|skips?|skipping|rules? out|ruling out|leaves? out|steers? clear of|stays? away from|nothing|refuses?|bans?|forbids?|prohibits?|rejects?|excludes|avoids|(?:please )?(?:do not|don't you dare(?: to)?|don't|dont|does not|doesn't|did not|didn't|never|must not|mustn't|may not|should not|shouldn't|cannot|can't|won't) (?:ever )?(?:use|pick|choose|select|take|touch|want|include|accept|run|rely on|involve|go for|go with|call|like|allow|consider|approve(?: of)?|permit|tolerate|support))";

/** Small words between a verb and what it is about. */
export const DETERMINER = "(?:the|a|an|any|some|all|your|my|our|either|both|those|these)";

/** "Under", "up to" and "at most" are one. */
export const AT_MOST =
  "(?:under|below|beneath|less than|fewer than|smaller than|lower than|lighter than|cheaper than|shorter than|at most|at the most|at the very most|no (?:more|bigger|larger|greater|longer|heavier|higher|dearer|pricier|more expensive) than|(?:not|isn't|aren't|is not|are not) (?:more|bigger|larger|greater|longer|heavier|higher|dearer|pricier|more expensive) than|not (?:over|above|beyond|exceeding)|no more|up to|max(?:imum)?\\.?(?: of)?|a maximum of|within|(?:must |may |should |can |do )?not exceed(?:ing)?|(?:mustn't|can't|shouldn't|cannot|don't|doesn't) exceed|never exceed(?:ing)?|not go (?:over|above|beyond)|<=|<|≤)";
export const AT_MOST_AFTER =
  "(?:or (?:less|fewer|smaller|below|under|lower|lighter|so at most|cheaper|faster|quicker)|at (?:the )?(?:very )?most|max(?:imum)?|tops|and (?:below|under|less|smaller)|(?:and |but )?(?:no|not|not a [a-z]+) more(?! than)|or under)";
export const AT_LEAST =
  "(?:over|above|more than|bigger than|larger than|greater than|at least|no (?:less|fewer|smaller|lower|worse) than|not (?:less|smaller|fewer|lower) than|min(?:imum)?\\.?(?: of)?|a minimum of|exceeding|upwards of|from|>=|>|≥)";
export const AT_LEAST_AFTER =
  "(?:or (?:more|bigger|larger|above|up|over)|at (?:the )?least|min(?:imum)?|and (?:up|above|more|over)|upwards)";

/** What may stand right after a phrase that is complete. */
const PHRASE_END =
  /^(?:$|['")\]]?[.,;:!?)\n]|\s?[-(¤]| (?:please|pls|plz|thanks|thank|thx|and|or|but|for|to|when|while|where|so|if|on|in|at|of|then|because|as|only|either|though|anyway|now|instead|here|this time|today|with|using|within|under|that|since|whatever|by|ok|okay|is fine|are fine|whenever|wherever|we|i|you|¤)(?![\w-]))/;
export const endsPhrase = (after: string): boolean => PHRASE_END.test(after);

/** Right before a phrase: a clause begins. */
export const CLAUSE_BEGINS = /(?:^|[,;:.¤(-]|\band|\bbut)\s*$/;

/** Rules that share what the words must hold. */
export const needing = (needs: readonly RegExp[], rules: readonly ConstraintRule[]): readonly ConstraintRule[] =>
  rules.map((rule): ConstraintRule => ({ ...rule, needs: [...needs, ...(rule.needs ?? [])] }));

/** Words of praise and measure between a determiner and what is chosen: "the smallest available", "a good". */
export const QUALITIES =
  "(?:(?:(?:very |absolutely )?(?:small(?:er|est)?|tin(?:y|iest)|light(?:est|weight)?|compact|larg(?:e|er|est)|big(?:ger|gest)?|best|top|good|decent|fast(?:est)?|quick(?:est)?|cheap(?:est)?|free|gratis|local|offline|self-hosted|available|possible|suitable|modern|recent|new(?:est)?|strong(?:est)?|accurate|[a-z]{4,12}-(?:language|speaking|capable))),? ){0,3}";

/** A pattern over plain words that begins and ends between words. */
export const pattern = (source: string): RegExp => new RegExp(`(?<![\\w'/-])(?:${source})(?![\\w])`, "gd");

/** "a, b and c": one to six. */
export const listOf = (item: string): string =>
  `${item}(?:(?:,? (?:and/or|and|or|nor|plus)|,| ?/| ?&| ?\\+) ?(?:with |the |an? |any |by |from |on )?${item}){0,5}`;
