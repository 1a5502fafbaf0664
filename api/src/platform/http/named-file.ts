/** A binary response that a client saves as a file. */
export class NamedFile {
  readonly name: string
  readonly content: Uint8Array

  constructor(name: string, content: Uint8Array) {
    this.name = name
    this.content = content
  }
}
