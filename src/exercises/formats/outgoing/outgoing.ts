import type { AnyElement } from '#exercises/model/task/any-element.ts'
import type { Content } from '../h5p/export-h5p-libraries.ts'
import type { H5pMedia } from '../h5p/export-h5p-media.ts'
import type { MediaTags } from '../media-html.ts'
import type { SizeOfPicture } from '../qti/export-qti-graphic.ts'
import type { Question } from '../qti/export-qti-parts.ts'

/** Formats of others in which a task may be worth something else. */
export const outsideFormats = ['gift', 'aiken', 'moodle', 'qti', 'h5p'] as const
export type OutsideFormat = (typeof outsideFormats)[number]

type ByFormat<Rule> = Partial<Record<OutsideFormat, Rule>>

/** Rules by format, as types of methods like all of `Outgoing`: lists hold types of any data. */
interface Rules<D> {
  isScoredOtherwise(data: D): boolean
  isLeftBehind(data: D, element: Pick<AnyElement, 'prompt'>): boolean
}

/** What a QTI package has for its items; `thing`: one of a list as it is shown. */
export interface QtiPackage {
  sizeOf: SizeOfPicture
  thing: (text: string) => string
}

/** What of a task its content in H5P needs beside its data. */
export interface H5pTask extends H5pMedia {
  id: string
  prompt: string
  /** Of the words of the exercise. */
  lang: string
}

/** How a type leaves for formats that have their own idea of it, and what becomes of it there. */
export interface Outgoing<D> {
  /** What QTI asks for; undefined: it has no words for it. */
  qti?(data: D, packed: QtiPackage): Question | undefined
  /** What it is in H5P; nothing where it would be something else. */
  h5p?(data: D, task: H5pTask): Content[]
  /** Whether a format takes it along without the way it is scored here. */
  scoredOtherwise?: ByFormat<Rules<D>['isScoredOtherwise']>
  /** Whether a format leaves something of it behind that changes no score. */
  leavesBehind?: ByFormat<Rules<D>['isLeftBehind']>
  /** One sentence that is the question itself where a format asks one thing at a time. */
  statement?(data: D): string | undefined
  /** The same as several tasks of one question each, where a format asks one thing at a time. */
  apart?(data: D): D[]
  /** Its text is the question: what to do stands apart before it. */
  isText?: true
  /** Media without a task, exported with the next question; undefined for any other element. */
  standsBefore?(data: D, tags: MediaTags): string | undefined
}
