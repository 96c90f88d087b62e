import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { roomModes } from '#exercises/model/modes.ts'
import { pageConditionSchema } from '#exercises/model/pages/page-schemas.ts'
import {
  conditionCount,
  type PageCondition,
  type PageLayout,
  pageLayouts,
  solutionTimes,
} from '#exercises/model/pages/pages.ts'
import type { AnyElementType, EditorField } from '#exercises/model/task/element-type.ts'
import { readSettings } from '#exercises/model/task/typed-settings.ts'
import type { Typed } from '#exercises/model/task/typed-values.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { htmlOfTyped } from '#exercises/model/text/rich-text.ts'
import { noMetadata, sentAboutFields, type UnitMetadata } from '#exercises/model/text/unit-metadata.ts'
import {
  attemptsSchema,
  type Element,
  elementSchema,
  extraTimeSchema,
  passPercentSchema,
  taskPointsSchema,
  type UnitContent,
  type UnitSettings,
  usualPoints,
  usualSettings,
  withOpenWays,
} from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { type Draft, editUnit, type OwnUnit } from '../own-units.ts'
import { moves, withMove } from './moving.ts'
import { isTicked, typedNumber, typedSettingsSchema } from './typed-fields.ts'

/** What the forms of the editor send; which of the fields count says the step. */
export const stepSchema = z.object({
  step: z.enum(['head', 'element', 'page', 'pageRules', ...moves]),
  element: z.string().max(26).optional(),
  type: z.string().max(40).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  /** What its picture shows. */
  coverAlt: z.string().max(500).optional(),
  ...sentAboutFields,
  prompt: z.string().optional(),
  points: z.string().optional(),
  right: z.string().optional(),
  wrong: z.string().optional(),
  ...typedSettingsSchema.partial().shape,
  passPercent: z.string().optional(),
  showSolution: z.string().max(20).optional(),
  shufflesElements: z.boolean().optional(),
  shufflesPages: z.boolean().optional(),
  page: z.string().max(26).optional(),
  layout: z.string().max(20).optional(),
  /** The task a page waits for, and how well it has to be answered, in percent. */
  afterElement: z.string().max(26).optional(),
  minPercent: z.string().optional(),
  attempts: z.string().optional(),
  extraTime: z.string().optional(),
  /** Ticks by the name of the way. */
  modes: z.unknown().optional(),
  /** The fields of the element's own type. */
  f: z.unknown().optional(),
})
export type Step = z.output<typeof stepSchema>

/** What became of a draft. */
export interface ChangedUnit {
  unit: OwnUnit
  /** Of a step: the element that was meant and is there. */
  element?: string | undefined
  /** Of a step: a page waits for nothing any more because of it. */
  hasOpened?: boolean
}

/**
 * One step in the editor of a draft.
 * @throws ProductError as editUnit; invalid_input: what of the element nobody could play
 */
export async function takeStep(
  context: Context,
  unit: { id: number; revision: number },
  step: Step,
): Promise<ChangedUnit> {
  const element = step.step === 'element' ? elementOf(step) : undefined
  let hasOpened = false
  const changed = await editUnit(context, unit, ({ content, unfinished }) => {
    const next = applied(content, step, element)
    const sound = withOpenWays(next)
    hasOpened = conditionCount(sound) < conditionCount(next)
    return { content: sound, unfinished: stillUnfinished(unfinished, step, element) }
  })
  const isGone = step.step === 'remove'
  return { unit: changed, element: isGone ? undefined : (element?.id ?? step.element), hasOpened }
}

/** A task that is saved whole, or goes, is unfinished no more. */
function stillUnfinished(
  unfinished: Draft['unfinished'],
  { step, element = '', page = '' }: Step,
  saved: Element | undefined,
): Draft['unfinished'] {
  return unfinished.filter((task) => {
    if (task.element.id === saved?.id) return false
    if (step === 'remove') return task.element.id !== element
    return step !== 'removePage' || task.page !== page
  })
}

function applied(content: UnitContent, step: Step, element: Element | undefined): UnitContent {
  if (step.step === 'head') return withHead(content, step)
  if (step.step === 'page') return { ...content, pages: [...content.pages, emptyPage(step.title)] }
  if (step.step === 'pageRules') return withPageRules(content, step)
  if (step.step !== 'element') return withMove(content, { ...step, step: step.step })
  return element ? withElement(content, element) : content
}

/** What a page is called, how it stands and what it waits for. @throws ProductError invalid_input: a field nobody can read */
function withPageRules(content: UnitContent, step: Step): UnitContent {
  const layout = pageLayouts.find((each) => each === step.layout)
  const condition = typedCondition(step)
  const title = truncate(step.title ?? '', 500)
  const rules: { title: string; layout?: PageLayout; condition: PageCondition | undefined } = {
    title,
    ...(layout && { layout }),
    condition,
  }
  return {
    ...content,
    pages: content.pages.map((page) => (page.id === step.page ? { ...page, ...rules } : page)),
  }
}

function typedCondition({ afterElement = '', minPercent }: Step): PageCondition | undefined {
  if (afterElement === '') return undefined
  const percent = typedNumber('minPercent', minPercent, z.number().min(1).max(100)) ?? usualPercent
  const read = pageConditionSchema.safeParse({ afterElementId: afterElement, minScaled: percent / 100 })
  if (read.success) return read.data
  throw new ProductError('invalid_input', { fields: { afterElement: 'invalid' } })
}

/** @throws ProductError invalid_input: a field nobody can read */
function withHead(content: UnitContent, step: Step): UnitContent {
  const { title = '', description = '', passPercent, shufflesElements = false, shufflesPages = false } = step
  if (title.trim() === '') throw new ProductError('invalid_input', { fields: { title: 'required' } })
  const settings = {
    // A form from before it asked for them changes nothing of them.
    ...(step.attempts === undefined ? content.settings : typedRules(step)),
    showSolution: solutionTimes.find((time) => time === step.showSolution) ?? content.settings.showSolution,
    shufflesElements,
    shufflesPages,
    passPercent: typedNumber('passPercent', passPercent, passPercentSchema) ?? content.settings.passPercent,
  }
  const about = typedAbout(step)
  const { coverAlt: alt = content.cover?.alt ?? '' } = step
  return {
    ...content,
    ...about,
    title: truncate(title, 120),
    description: truncate(description, 500),
    ...(content.cover && { cover: { ...content.cover, alt } }),
    settings,
  }
}

/** What it is for, as ticked; a form from before it asked for that changes nothing of it. */
function typedAbout({ subjects = [], grades = [], schoolTypes = [], language }: Step): Partial<UnitMetadata> {
  return language === undefined ? {} : { subjects, grades, schoolTypes, language }
}

/** How a class may play it, as the form says it; every way is the same as none named. */
function typedRules({
  attempts,
  extraTime,
  modes,
}: Step): Pick<UnitSettings, 'attempts' | 'extraTime' | 'modes'> {
  const ticks = new Map(Object.entries((modes ?? {}) as object))
  const allowed = roomModes.filter((mode) => isTicked(ticks.get(mode)))
  if (allowed.length === 0) throw new ProductError('invalid_input', { fields: { modes: 'required' } })
  return {
    attempts: typedNumber('attempts', attempts, attemptsSchema) ?? 0,
    extraTime: typedNumber('extraTime', extraTime, extraTimeSchema) ?? 100,
    modes: allowed.length === roomModes.length ? [] : allowed,
  }
}

/** In its place, or at the end of the last page. */
function withElement(content: UnitContent, element: Element): UnitContent {
  const isThere = content.pages.some((page) => page.elements.some(({ id }) => id === element.id))
  const last = content.pages.length - 1
  return {
    ...content,
    pages: content.pages.map((page, at) => {
      if (!isThere && at === last) return { ...page, elements: [...page.elements, element] }
      return { ...page, elements: page.elements.map((each) => (each.id === element.id ? element : each)) }
    }),
  }
}

const fieldsSchema = z.record(z.string(), z.string().max(100_000))

/** The element a form or the editor typed. @throws ProductError invalid_input: what of it nobody could play */
export function elementOf(step: Step): Element {
  const row = typeOf(step.type ?? '')
  if (!row) throw new ProductError('invalid_input', { fields: { type: 'invalid' } })
  const filled = Object.entries((step.f ?? {}) as object).filter(([, value]) => typeof value === 'string')
  const typed = fieldsSchema.parse(Object.fromEntries(filled))
  const lines = (text: string) => text.replace(/\r\n?/g, '\n')
  const data = row.schema.safeParse(
    row.fromTyped(Object.fromEntries(filled.map(([name]) => [name, lines(typed[name] ?? '')]))),
  )
  if (!data.success)
    throw new ProductError('invalid_input', { fields: { [`f.${neededField(row, typed)}`]: 'invalid' } })
  const points = typedNumber('points', step.points, taskPointsSchema) ?? usualPoints(row.type, data.data)
  const element = elementSchema.safeParse({
    id: step.element || newId(),
    type: row.type,
    prompt: htmlOfTyped(lines(step.prompt ?? '')),
    points: row.kind === 'scored' ? points : 0,
    right: step.right ?? '',
    wrong: step.wrong ?? '',
    ...readSettings(step),
    data: data.data,
  })
  if (element.success) return element.data
  const field = element.error.issues[0]?.path[0]
  throw new ProductError('invalid_input', { fields: { [String(field ?? 'prompt')]: 'invalid' } })
}

/** The field a task is made of: its picture, and when that is there its list. */
function neededField({ editor }: AnyElementType, typed: Typed): string {
  const isThere = ({ name, kind }: EditorField) => kind === 'picture' && (typed[name] ?? '') !== ''
  return editor.find((field) => !isThere(field))?.name ?? ''
}

function newId(): string {
  return `e${randomBytes(6).toString('hex')}`
}

/** What a page asks for where nothing is typed. */
const usualPercent = 60

function emptyPage(title = ''): UnitContent['pages'][number] {
  return { id: newId(), title, layout: 'stack', elements: [] }
}

/** A unit with one page and nothing on it. */
export function emptyUnit(title: string): UnitContent {
  return {
    title,
    description: '',
    ...noMetadata,
    pages: [emptyPage()],
    settings: usualSettings,
  }
}

/** What an import found, as a draft. */
export function unitOf(imported: {
  title: string
  passPercent?: number
  pages: { title: string; elements: Omit<Element, 'id'>[] }[]
}): UnitContent {
  const pages = imported.pages.map((page) => ({
    ...emptyPage(page.title),
    elements: page.elements.map((element) => ({ id: newId(), ...element })),
  }))
  const empty = emptyUnit(imported.title)
  const { passPercent = empty.settings.passPercent } = imported
  return { ...empty, settings: { ...empty.settings, passPercent }, ...(pages.length > 0 && { pages }) }
}
