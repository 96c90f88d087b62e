/** A program on this machine that makes PDFs of Office files. */
export interface OfficeConverter {
  /** The bytes of a PDF. @throws Error when the program failed, took too long, or made something else */
  convert(path: string, ending: string): Promise<Buffer>
}
