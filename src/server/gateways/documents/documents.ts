/** Reads uploaded documents. They come from strangers: they are only ever opened in a child process. */
export interface Documents {
  /** Says whether a file is a PDF people can open. Never throws for what a file holds. */
  inspect(path: string): Promise<PdfInspection>
  /**
   * Makes pictures of the first pages of a file, or of bytes that are in no file. Throws ProductError('pdf_invalid') for a file that cannot be drawn and an
   * ordinary Error when the work was aborted or the child was lost (worth another try).
   */
  render(source: string | Uint8Array, options: RenderOptions): Promise<RenderedDocument>
  /** Ends every child. */
  stop(): Promise<void>
}

export type PdfInspection =
  | { state: 'ok'; pageCount: number; traits: PdfTraits }
  /** Needs a password to be opened. */
  | { state: 'encrypted' }
  | { state: 'invalid' }

/** What a PDF says of itself to a screen reader. */
export interface PdfTraits {
  isTagged: boolean
  hasTitle: boolean
  hasLanguage: boolean
}

export interface RenderOptions {
  /** Page 1 in cover size (1000 px high) as well. */
  cover: boolean
  /** How many pages from the first on, at most 500 px high each; 0 for none. */
  previews: number
  signal?: AbortSignal
}

/** WebP, sizes in px. */
export interface RenderedPage {
  data: Buffer
  width: number
  height: number
}

export interface RenderedDocument {
  pageCount: number
  cover: RenderedPage | undefined
  previews: RenderedPage[]
}

/** What parent and child say to each other. */
export type ChildTask =
  | { task: 'inspect'; source: string }
  | { task: 'render'; source: string | Uint8Array; cover: boolean; previews: number }
export type ChildAnswer = { inspection: PdfInspection; document?: RenderedDocument } | { failure: string }
