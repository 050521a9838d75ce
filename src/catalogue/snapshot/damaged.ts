/** A stored snapshot that cannot be read; the message says where and what is wrong. */
export class DamagedSnapshot extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DamagedSnapshot";
  }
}
