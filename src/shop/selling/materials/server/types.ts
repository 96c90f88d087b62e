import type { Selectable } from 'kysely'
import type { Database } from '#platform/db/schema.ts'
import type { ErrorCode, FieldErrors } from '#platform/errors.ts'
import type { PdfTraits } from '#platform/gateways/documents/documents.ts'
import type { AiUse } from '#platform/rules/ai-use.ts'
import type { MaterialFile, Preview } from '#platform/rules/contract/material.ts'
import type { LeftPart } from '#platform/rules/files/left-parts.ts'
import type { FileFinding } from './files/left-parts.ts'

export type MaterialStatus = Selectable<Database['material']>['status']

/** Field names of the upload and edit forms; the same names are used on the wire. */
export interface MaterialFields {
  title: string
  description: string
  subjects: string[]
  grades: string[]
  schoolTypes: string[]
  learningYears: string[]
  /** Programmes it follows (platform/rules/curricula/curricula.json). */
  curricula?: string[]
  materialType: string
  /** Content language, ISO 639-1. */
  language: string
  keywords: string[]
  /** Gross price in cents; 0 is free, else 50..100000. */
  price: number
  /** false: a draft whose author has named no price yet, not even that it is free. */
  isPriceSaid?: boolean
  /** Sale price in cents, below `price`; null = no sale. */
  salePrice: number | null
  /** When the sale begins and ends (ISO 8601); null = at once, until it is taken back. */
  saleFrom: string | null
  saleUntil: string | null
  /** What one colleague more costs, in cents, at most `price`; null = the default percentage. */
  additionalPrice: number | null
  /** Price of the licence for a school in cents, at least `price`; null = the default percentage. */
  schoolPrice: number | null
  /** Pages everybody may read; null = the rule of platform/rules/files/preview-pages.ts. */
  previewPages: number[] | null
  /** Pages with solutions; null = as their headings say. */
  solutionPages: number[] | null
  /** What the pages that are shown look like, for who cannot see them; the first is of page 1, '' = not said. */
  pageAlts?: string[]
  /** Minutes a class works with it; null = not said. */
  lessonMinutes: number | null
  /** Buyers get the PDFs with their name and order on each page. */
  stampsFiles: boolean
  /** The author says: it is mine, and I may sell what is in it. */
  isOwnWork: boolean
  /** Where pictures and texts of others come from, and their licences. */
  imageSources: string
  /** Null = not said yet. */
  aiUse: AiUse | null
  /** The exercise that is sold with the files or alone. */
  interactiveId: number | null
  /** The course that is sold with the files or alone; instead of one exercise. */
  courseId?: number | null
  /** Whether a buyer may take a copy of it and change that. */
  mayCopyInteractive: boolean
}

/** One own material in the list of the author's area. */
export interface OwnMaterial {
  id: number
  title: string
  slug: string
  status: MaterialStatus
  /** Public address; only useful while published or unlisted. */
  url: string
  editUrl: string
  cover: { src: string; srcset: string; width: number; height: number } | null
  currency: string
  price: number
  /** false: a draft whose author has named no price yet. */
  isPriceSaid: boolean
  salesCount: number
  rating: { average: number; count: number } | null
  previewState: 'pending' | 'ready' | 'failed'
  updatedAt: string
  publishedAt: string | null
  /** What the desk says of it, as long as it is not public; null: nothing. */
  review: { state: 'proposed' | 'revision_asked' | 'rejected'; note: string } | null
}

/** What a PDF does not tell a screen reader. */
export type AccessibilityGap = 'text' | 'tags' | 'title' | 'language'

/** Everything the edit page shows: stored fields, files, and what still keeps it from being published. */
export interface OwnMaterialDetail extends OwnMaterial {
  /** Counts its changes: who saves says which one they saw. */
  version: number
  fields: MaterialFields
  /** `palePages`: where words look too pale to be read by everybody, as an estimate. */
  files: (MaterialFile & { downloadUrl: string; lacks: AccessibilityGap[]; palePages: number[] })[]
  /** What in its files may still name the author, or does not name buyers. */
  findings: FileFinding[]
  /** There is a picture, if only of the cover. */
  hasCover: boolean
  previews: Preview[]
  video: { src: string; mediaType: string } | null
  /** Of a bundle: what is in it; null for anything else. */
  parts: { id: number; title: string; status: MaterialStatus; price: number }[] | null
  /** Published, it waits for the desk first, even if nothing is suspected. */
  isLookedAt: boolean
  /** Fields that must be filled or corrected before publishing; empty = may be published. */
  missing: FieldErrors
}

/** Values for the selects and checkboxes of the upload and edit forms, in the world's language and order. */
export interface MaterialFormOptions {
  subjects: { id: string; name: string }[]
  grades: { id: string; name: string }[]
  schoolTypes: { id: string; name: string }[]
  learningYears: { id: string; name: string }[]
  curricula: { id: string; name: string }[]
  materialTypes: { id: string; name: string }[]
  languages: { id: string; name: string }[]
}

/** Why a file is not taken; `entry`: its name, and behind a colon the file inside of it that is to blame. */
export interface RefusedFile {
  code: ErrorCode
  entry: string
}

/** The draft is always kept; `problems` says what was refused (fields or single files) and why. */
export interface UploadOutcome {
  materialId: number
  /** What in its files may still name the author, or does not name buyers. */
  findings: FileFinding[]
  status: MaterialStatus
  /** The draft waits for the desk. */
  isProposed?: true
  problems: FieldErrors
  /** What `problems.files` is about: a file, and behind a colon the one inside of it. */
  refusedEntry?: string
  /** All files that were not taken. */
  refused?: RefusedFile[]
}

/** What became of a saved edit form; `isPublished`: it was wished, and nothing was missing; the desk may look first. */
export interface SaveOutcome {
  materialId: number
  isPublished: boolean
  /** It waits for the desk. */
  isProposed?: boolean
  problems: FieldErrors
  refused?: RefusedFile[]
}

export const ownStates = ['published', 'draft', 'unlisted', 'blocked'] as const
/** Which of the own materials a list shows. */
export interface OwnListWish {
  state?: (typeof ownStates)[number] | undefined
  /** Words of the title. */
  query?: string | undefined
}
export interface OwnListFacts extends OwnListWish {
  query: string
  /** By words or state. */
  isNarrowed: boolean
  /** How many of each state have the words. */
  counts: Record<(typeof ownStates)[number], number>
  /** All that the list shows on all its pages, as many as may be changed at once. */
  foundIds: number[]
  /** May be more than one change takes. */
  foundCount: number
}

/** The way from files to a public material, one page after the other. */
export const wizardSteps = ['files', 'name', 'details', 'price', 'preview', 'publish'] as const
export type WizardStep = (typeof wizardSteps)[number]

/** A file that is stored and proven to be what its name says. */
export interface ReceivedFile {
  /** The version that cleaned it, where that may be a former one. */
  cleanedBy?: number
  type: 'material_file' | 'sources'
  storageKey: string
  name: string
  mediaType: string
  sizeBytes: number
  sha256: Buffer
  pageCount: number | null
  /** Of a PDF only. */
  traits: PdfTraits | null
  /** What had to stay as it came. */
  left?: readonly LeftPart[]
  /** What its text looks like from afar (platform/rules/text/likeness.ts). */
  trace?: number[] | null
  /** Sent before its form, and there until the form has been written. */
  uploadId?: string
}

/** Why somebody should look at a listing: which of its files or exercises is like which other author's, in whichever world. */
export interface CopyReason {
  kind: 'same_file' | 'same_text' | 'same_page' | 'same_tasks'
  /** Of tasks: the title of the exercise. */
  fileName: string
  world: string
  materialId: number
  /** How much of the text, of the tasks, or of what the nearest page looks like, is the same. */
  percent: number
  /** Of pages that look alike: "1-3, 5". */
  pages?: string
}

/** What came from outside, field by field as far as it has the right type; prices are cents or undefined. */
export type FieldInput = { [K in keyof MaterialFields]?: MaterialFields[K] | undefined }
