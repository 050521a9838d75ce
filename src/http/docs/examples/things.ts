/** What the examples are about; the test that makes their calls puts what it has made in place of these. */
export const ORIGIN = "https://impresario.example";
export const RUN = "run_054daf7941971bb235102f17e606a4e7ed085d6fc294";
/** It begins after the other one. */
export const NEXT_RUN = "run_054daf7941971bb23510be63bfe20a299f7530dead85";
export const CONVERSATION = "conv_054daf7941971bb235104229b5665da4db18";
/** An upload. */
export const PHOTO = "res_0000000000000000000042dd6e531d06ed6abee3cfc5f1924e718195";
/** What the runs made. */
export const EDGES = "res_054daf7941971bb23510080ced6e1947870d4c45d18839c3a4ee38ad";
export const SMALLER = "res_054daf7941971bb235102ae6f58fa297e7b1ab3671d36a71c1fab825";
/** Where a model of somebody's own answers. */
export const OWN_MODEL_URL = "https://models.example.com/caption";
