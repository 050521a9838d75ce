/** A call of an expert, to be made so many times. */
export interface TextJob {
  readonly taskType: string;
  readonly inputs: Readonly<Record<string, string | readonly string[]>>;
  readonly times: number;
}
