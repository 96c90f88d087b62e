import type { ErrorCode } from '#platform/errors.ts'
import type { LeftPart } from '#platform/rules/files/left-parts.ts'
import type { PageLook } from '#platform/rules/files/page-look.ts'
import type { PageChoice, PlannedPage } from '#platform/rules/files/preview-pages.ts'
import type { PictureWish } from '../images/normalise.ts'

/**
 * Reads what strangers uploaded: it is only ever opened in a child process, for a limited time. `owner` names whose turn
 * it is: one account's pile never holds up another's.
 */
export interface Documents {
  /** Says whether a file is a PDF people can open. Never throws for what a file holds. */
  inspect(path: string, owner: string): Promise<PdfInspection>
  /**
   * Looks at an author's file of any kind, by its bytes and not by its name. What says who made it (properties, names at
   * comments and changes, folders, EXIF, tags of sound and film, also of files inside) is left out of a copy at `target`;
   * `left` names what had to stay as it is. Never throws for what a file holds.
   */
  examine(task: Omit<ExamineTask, 'task'>, owner: string, sizeBytes: number): Promise<Examination>
  /** A picture as it is kept: normalise.ts; undefined for what is none, too large or takes too long. */
  picture(path: string, owner: string, wish?: PictureWish): Promise<Buffer | undefined>
  /**
   * Makes pictures of the pages of a file, or of bytes that are in no file. Throws ProductError('pdf_invalid') for a file that cannot be drawn and an
   * ordinary Error when the work was aborted or the child was lost (worth another try).
   */
  render(source: string | Uint8Array, options: RenderOptions): Promise<RenderedDocument>
  /**
   * Writes a copy of a PDF to `target` with the one page of `overlay` at the foot of each of its pages. False, and nothing
   * written, for what cannot be: it is broken, protected, signed, or takes too long. `isUrgent`: somebody waits for it.
   */
  stamp(
    source: string,
    options: { owner: string; overlay: Uint8Array; target: string; isUrgent?: true },
  ): Promise<boolean>
  /**
   * What each of the first `most` pages looks like from afar; empty ones are left out. Nothing for a file that cannot be
   * drawn. Throws an ordinary Error when the child was lost (worth another try).
   */
  looks(source: string, options: LookOptions): Promise<SeenPages>
  /** Ends every child. */
  stop(): Promise<void>
}

/** What a file is to us: each kind is looked at in its own way. */
export type FileKind = 'pdf' | 'office' | 'image' | 'audio' | 'video' | 'zip'

export interface ExamineTask {
  task: 'examine'
  source: string
  kind: FileKind
  /** Of its name, in small letters. */
  ending: string
  /** What its bytes may look like. */
  sniffed: readonly string[]
  /** Where a copy without private data is written; nothing is there yet. */
  target: string
}

/** What a file holds. */
export type Findings =
  | {
      state: 'ok'
      /** There is a copy at `target`, which counts. */
      isCleaned: boolean
      /** Of what it may still say who made it. */
      left: readonly LeftPart[]
      /** Of a PDF. */
      pageCount: number | null
      traits: PdfTraits | null
      /** The words in it, as far as they can be read. */
      text: string
    }
  | Refusal

/** Why a file is not taken; `entry`: the file inside of it that is to blame, with its folders. */
export interface Refusal {
  state: 'refused'
  code: ErrorCode
  entry?: string | undefined
}

/** The same with what its text looks like from afar (platform/rules/text/likeness.ts); null where there is little or none. */
export type Examination = (Extract<Findings, { state: 'ok' }> & { trace: number[] | null }) | Refusal

export type PdfInspection =
  | { state: 'ok'; pageCount: number; traits: PdfTraits }
  /** Needs a password to be opened. */
  | { state: 'encrypted' }
  /** Holds scripts, starts programs or carries other files. */
  | { state: 'active' }
  | { state: 'invalid' }

/** What a PDF says of itself to a screen reader. */
export interface PdfTraits {
  isTagged: boolean
  hasTitle: boolean
  hasLanguage: boolean
  /** Words on one of its first pages; null: it has too many to say so. */
  hasText: boolean | null
}

/** Which pages are drawn: all that are listed, those that are not shown as nothing but a blur. */
export interface WantedPages {
  choice: PageChoice
  /** How many pages from the first on. */
  most: number
}

export interface RenderOptions {
  owner: string
  /** A picture is drawn as a document of one page; without it, a PDF. */
  kind?: 'pdf' | 'image'
  /** Somebody waits for it: it does not stand in line with previews. */
  isUrgent?: true
  /** Page 1 in cover size (1000 px high) as well. */
  cover: boolean
  /** Pages to look at before buying, marked as such; null for none. */
  previews: WantedPages | null
  signal?: AbortSignal
}

export interface LookOptions {
  owner: string
  kind: 'pdf' | 'image'
  most: number
}

export interface NumberedLook extends PageLook {
  page: number
  /** The trace of its words (platform/rules/text/likeness.ts); null where there are too few to read. */
  words: number[] | null
}

/** What was seen when the pages of a file were looked at. */
export interface SeenPages {
  looks: NumberedLook[]
  /** Where words look too pale to be read by everybody, as an estimate; null: nobody knows. */
  palePages: number[] | null
}

/** WebP, sizes in px. */
export interface RenderedPage {
  data: Buffer
  width: number
  height: number
}

export interface RenderedPreview extends RenderedPage, PlannedPage {}

export interface RenderedDocument {
  pageCount: number
  cover: RenderedPage | undefined
  previews: RenderedPreview[]
  /** Any page of the document has solutions, listed or not. */
  hasSolutions: boolean
}

export interface StampTask {
  task: 'stamp'
  source: string
  overlay: Uint8Array
  target: string
}

/** What parent and child say to each other. */
export type ChildTask =
  | { task: 'inspect'; source: string | Uint8Array }
  | ExamineTask
  | ({ task: 'picture'; source: string } & PictureWish)
  | StampTask
  | ({ task: 'looks'; source: string } & Omit<LookOptions, 'owner'>)
  | {
      task: 'render'
      source: string | Uint8Array
      kind: 'pdf' | 'image'
      cover: boolean
      previews: WantedPages | null
    }
export type ChildAnswer =
  | { inspection: PdfInspection; document?: RenderedDocument }
  | { examination: Examination }
  | { picture: Uint8Array }
  | { isStamped: boolean }
  | { seen: SeenPages }
  | { failure: string }
