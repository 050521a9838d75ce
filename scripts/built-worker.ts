/** Names, in the environment, a Worker that is built already, with its assets: who starts many servers builds it once. */
export const BUILT_WORKER = "IMPRESARIO_BUILT_WORKER";
