/** A hostile input of an embedded expert: as large as is accepted, and made to take as long as it can. */
export interface WorstCase {
  readonly taskType: string;
  /** Says what is hostile about it, in a few words. */
  readonly what: string;
  /** Of its files; what they are is told by their bytes where it is left out. */
  readonly mediaType?: string;
  /** By port; a port that takes many values has a list. Made only when its turn comes. */
  readonly inputs: () => Readonly<Record<string, Content | readonly Content[]>>;
}

type Content = string | Uint8Array<ArrayBuffer>;
