import { z } from 'zod'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { seeded } from '#platform/rules/random.ts'
import { commentTo } from './comments.ts'
import { withMath } from './engines/math.ts'
import { htmlWithAltWords, withMathWords } from './engines/math-words.ts'
import { assetSourceSchema } from './media/asset-sources.ts'
import { mediaWidget, silentMedia } from './media/element-media.ts'
import { roomModes, timePercents } from './modes.ts'
import { pageConditionSchema, pageLayoutSchema } from './pages/page-schemas.ts'
import { fallenConditions, type SolutionTime, solutionTimes, withSoundConditions } from './pages/pages.ts'
import { revealingNames } from './pages/revealing-names.ts'
import {
  ownAnswers,
  type ShownNames,
  shownAnswers,
  shownNames,
  shownPart,
  withShownNames,
} from './pages/shown-names.ts'
import { anyWordsSchema, htmlSchema, pictureSchema } from './task/data-schemas.ts'
import { elementSettings } from './task/element-settings.ts'
import type { AnyElementType, Verdict } from './task/element-type.ts'
import type { QuizWorth } from './task/typed-settings.ts'
import { typeOf } from './task/types.ts'
import type { Answers, Widget } from './task/widget.ts'
import { silentThings } from './text/option-content.ts'
import { hasSilentPictures } from './text/rich-pictures.ts'
import { metadataFields } from './text/unit-metadata.ts'

const idSchema = z.string().regex(/^[0-9a-z]{1,26}$/)
const { elements, pages, title } = interactiveLimits

export const taskPointsSchema = z.number().min(0).max(100)

export const elementSchema = z
  .object({
    id: idSchema,
    type: z.string().max(40),
    prompt: htmlSchema,
    points: taskPointsSchema,
    right: anyWordsSchema,
    wrong: anyWordsSchema,
    ...elementSettings,
    /** The only one, of tasks from before there were several. */
    hint: anyWordsSchema,
    data: z.unknown(),
  })
  .transform(({ hint, ...read }, check) => {
    const hints = hint !== '' && read.hints.length === 0 ? [hint] : read.hints
    const element = { ...read, hints }
    const row = typeOf(element.type)
    const parsed = row?.schema.safeParse(element.data)
    if (parsed?.success) return { ...element, data: parsed.data }
    check.addIssue({
      code: 'custom',
      path: ['data'],
      message: row ? 'data of another shape' : 'unknown type',
    })
    return z.NEVER
  })
export type Element = z.output<typeof elementSchema>

export const pageSchema = z.object({
  id: idSchema,
  title: anyWordsSchema,
  layout: pageLayoutSchema.default('stack'),
  condition: pageConditionSchema.optional(),
  elements: z.array(elementSchema).max(elements),
})
export type Page = z.output<typeof pageSchema>

/** So often a task may be checked. */
export const attemptsSchema = z.number().int().min(0).max(interactiveLimits.attempts)
export const extraTimeSchema = z.union(timePercents.map((percent) => z.literal(percent)))

export const passPercentSchema = z.number().int().min(0).max(100)

const settingsSchema = z.object({
  shufflesElements: z.boolean().default(false),
  shufflesPages: z.boolean().default(false),
  showSolution: z.enum(solutionTimes).optional(),
  /** What it was called when it was yes or no. */
  showsSolution: z.boolean().optional(),
  passPercent: passPercentSchema.default(50),
  /** Of each task where it is told at once how right it is; 0: as often as one likes. */
  attempts: attemptsSchema.default(0),
  /** How a class may play it; none named: every way. */
  modes: z.array(z.enum(roomModes)).max(roomModes.length).default([]),
  /** What everybody who enters a room of it has of its time, in percent. */
  extraTime: extraTimeSchema.default(100),
})

export const unitSettingsSchema = settingsSchema.transform(({ showsSolution, showSolution, ...settings }) => {
  const former: SolutionTime = showsSolution === false ? 'never' : 'after_attempt'
  return { ...settings, showSolution: showSolution ?? former }
})
export type UnitSettings = z.output<typeof unitSettingsSchema>

/** What a unit begins with. */
export const usualSettings: UnitSettings = unitSettingsSchema.parse({})

/** The picture of a unit; without a name there is none. */
export const unitCoverSchema = pictureSchema.transform((cover) => (cover.asset === '' ? undefined : cover))

/** What a version of a unit holds, with every key: for its owner and the server. */
export const contentSchema = z
  .object({
    title: z.string().trim().min(1).max(title),
    description: z.string().trim().max(interactiveLimits.lineLength).default(''),
    ...metadataFields,
    pages: z.array(pageSchema).min(1).max(pages),
    settings: unitSettingsSchema.prefault({}),
    cover: unitCoverSchema.optional(),
    /** Where what is not its teacher's comes from; kept by the server, whatever an editor sends. */
    sources: z.array(assetSourceSchema).optional(),
  })
  .refine((content) => content.pages.flatMap((page) => page.elements).length <= elements)
  .refine(({ pages: all }) => fallenConditions(all, isScoredAlone).length === 0, { path: ['pages'] })
export type UnitContent = z.output<typeof contentSchema>

export interface Score {
  raw: number
  max: number
  scaled: number | null
  state: 'correct' | 'partial' | 'incorrect' | 'ungraded' | 'pending'
  parts: Verdict['parts']
}

/** An element as a pupil sees it. */
export interface PublicElement {
  id: string
  type: string
  kind: 'scored' | 'collected' | 'content'
  prompt: string
  hints: string[]
  points: number
  /** Seconds; 0: as long as one likes. */
  timeLimit: number
  isRequired: boolean
  /** Heeded by a live quiz alone. */
  quizPoints: QuizWorth
  /** What is seen or heard above what it asks. */
  media?: Widget
  /** A quiz pays each right answer of several. */
  isPaidEach?: true
  widgets: Widget[]
}

/** What is sent to pupils: no key, named by what is seen (`shown-names.ts`), in an order that is the same for the same seed. */
export function publicView(element: Element, seed: string): PublicElement {
  const row = typeOf(element.type)
  if (!row) throw new TypeError(`no type ${element.type}`)
  const { id, type, prompt, hints, points, timeLimit, isRequired, quizPoints, media } = element
  const random = seeded(`${seed}:${id}`)
  // What is no HTML has its formulas in a line.
  const shown = (widget: Widget) => withMathWords(withFormulas(widget))
  const seen = row.view(element.data, random)
  const names = shownNames(seen)
  const widgets = seen.map((widget) => shown(withShownNames(widget, names)))
  const said = { id, type, kind: row.kind, prompt: htmlView(prompt), hints, points }
  const above = media && { media: shown(mediaWidget(media)) }
  const isPaidEach = row.picks?.(element.data) !== undefined
  return { ...said, timeLimit, isRequired, quizPoints, ...(isPaidEach && { isPaidEach }), ...above, widgets }
}

/**
 * What is sent to a room: there no key leaves the server, so a sentence nobody recorded is not sent to a voice of the device;
 * its teacher reads it.
 */
export function roomView(element: Element, seed: string): PublicElement {
  const view = publicView(element, seed)
  return { ...view, widgets: view.widgets.map(withoutKey) }
}

/** Data that lets a device play offline contains the key as well. */
function withoutKey(widget: Widget): Widget {
  if (widget.kind === 'listen') return widget.sound === '' ? { ...widget, text: '' } : widget
  if (widget.kind !== 'pairs') return widget
  const { partners: _partners, ...shown } = widget
  return shown
}

/** What is written as HTML may have formulas. */
function withFormulas(widget: Widget): Widget {
  if (widget.kind === 'gaps') return { ...widget, html: htmlView(widget.html) }
  if (widget.kind === 'sound' || (widget.kind === 'video' && widget.transcript !== undefined))
    return { ...widget, transcript: htmlView(widget.transcript ?? '') }
  if (widget.kind !== 'sections') return widget
  return { ...widget, sections: widget.sections.map((each) => ({ ...each, html: htmlView(each.html) })) }
}

/** HTML with its formulas drawn, and read where a picture shows them. */
function htmlView(html: string): string {
  return withMath(htmlWithAltWords(html))
}

/** The names under which pupils see and answer an element. */
function namesOf({ type, data }: Element): ShownNames {
  return shownNames(typeOf(type)?.view(data, seeded('')) ?? [])
}

/** What somebody sent for what `publicView` showed, by the ids of the data, as it is scored and stored. */
export function readSent(element: Element, sent: Answers): Answers {
  return Object.keys(sent).length === 0 ? sent : ownAnswers(namesOf(element), sent)
}

/** Stored answers as whoever gave them sent them. */
export function shownAgain(element: Element, stored: Answers): Answers {
  return shownAnswers(namesOf(element), stored)
}

/** The score of what somebody sent for what `publicView` showed, with parts named as they were shown. */
export function scoreSent(element: Element, sent: Answers): Score {
  const score = scoreAnswers(element, readSent(element, sent))
  if (score.parts.length === 0) return score
  const names = namesOf(element)
  return { ...score, parts: score.parts.map((part) => ({ ...part, id: shownPart(names, part.id) })) }
}

/** The score of answers by the ids of the data; what was sent is `scoreSent`. */
export function scoreAnswers(element: Element, answers: Answers): Score {
  return scoreResponse(element, rowOf(element).read(element.data, answers))
}

/** The score of a response in the shape of its type. */
export function scoreResponse(element: Element, response: unknown): Score {
  return scoreOf(element, rowOf(element).score(element.data, response))
}

function rowOf({ type }: Element): AnyElementType {
  const row = typeOf(type)
  if (!row) throw new TypeError(`no type ${type}`)
  return row
}

function scoreOf({ points }: Element, { scaled, isPending, parts }: Verdict): Score {
  if (scaled === null) return { raw: 0, max: 0, scaled, state: isPending ? 'pending' : 'ungraded', parts }
  const state = scaled >= 1 ? 'correct' : scaled > 0 ? 'partial' : 'incorrect'
  return { raw: Math.round(scaled * points * 10_000) / 10_000, max: points, scaled, state, parts }
}

/**
 * What is said to answers by the ids of the data: first what was written for just what was chosen, then what the task says to how
 * right it is. @param scaled how right it is, from 0 to 1; null: nobody scores it, or not yet
 */
export function commentOn(element: Element, answers: Answers, scaled: number | null): string {
  const row = rowOf(element)
  const own = scaled === null ? [] : (row.said?.(element.data, row.read(element.data, answers)) ?? [])
  return [...new Set([...own, commentTo(element, scaled)])].filter((text) => text !== '').join(' ')
}

/** Whether answers to it are scored without a teacher: a page can wait for that. */
export function isScoredAlone(element: Element): boolean {
  return scoreAnswers(element, {}).scaled !== null
}

/** A unit without conditions of pages that nothing before them can meet any more. */
export function withOpenWays<C extends Pick<UnitContent, 'pages'>>(content: C): C {
  return { ...content, pages: withSoundConditions(content.pages, isScoredAlone) }
}

/** Points a new element of this type and data has: one a part. */
export function usualPoints(type: string, data: unknown): number {
  return Math.min(100, typeOf(type)?.parts(data) ?? 0)
}

/** The sum of scores, percent rounded half up. */
export function sumOf(scores: readonly Score[]): { raw: number; max: number; percent: number | undefined } {
  const raw = Math.round(scores.reduce((sum, score) => sum + score.raw, 0) * 10_000) / 10_000
  const max = scores.reduce((sum, score) => sum + score.max, 0)
  return { raw, max, percent: max === 0 ? undefined : Math.floor((raw / max) * 100 + 0.5) }
}

/** What all of a unit is worth, in points. */
export function worthOf({ pages }: Pick<UnitContent, 'pages'>): number {
  return sumOf(pages.flatMap(({ elements }) => elements.map((element) => scoreAnswers(element, {})))).max
}

/** What keeps an element from being published: names of its fields, `prompt` where nothing says what to do, `telling` where a name
 * tells what is right. */
export function gapsOf(element: Element): string[] {
  const row = typeOf(element.type)
  return [
    ...(element.prompt === '' && row?.kind !== 'content' ? ['prompt'] : []),
    ...(hasSilentPictures(element.prompt) ? ['promptAlt'] : []),
    ...silentMedia(element.media),
    ...(row?.gaps?.(element.data) ?? []),
    ...silentThings(element.data),
    ...(revealingNames(element).length > 0 ? ['telling'] : []),
  ]
}
