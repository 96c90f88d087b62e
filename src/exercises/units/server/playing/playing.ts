import { wordsWithMath } from '#exercises/model/engines/math-words.ts'
import { creditsOf, type Statement } from '#exercises/model/media/asset-sources.ts'
import { openPages } from '#exercises/model/pages/pages.ts'
import { arrangedPages, type ShownPage, shownPages } from '#exercises/model/pages/shown-pages.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Answers, Picture } from '#exercises/model/task/widget.ts'
import { wordsLanguage } from '#exercises/model/text/unit-metadata.ts'
import {
  commentOn,
  type PublicElement,
  publicView,
  readSent,
  type Score,
  scoreSent,
  sumOf,
  type UnitContent,
  worthOf,
} from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { memberOf } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { seeded } from '#platform/rules/random.ts'
import { coursePractised } from '../events.ts'
import { shownBy } from '../origins/shadows.ts'
import { usableUnit } from '../own-units.ts'
import { requireLicence } from '../policy.ts'
import { findPractice, findShadow } from '../queries.ts'
import { type SoldUnit, soldUnit } from '../sale/sold.ts'
import { findCourseTask, isTaskKey } from './course-task.ts'

/** What is played: pages without keys. */
export interface Play {
  /** Which state of the unit this is: what was answered of another one means nothing here. */
  edition: string
  title: string
  description: string
  /** The language in which it is written. */
  lang: string
  cover?: Picture | undefined
  isOwn: boolean
  /** What it is a part of, where it is sold; else null. */
  sold: Pick<
    SoldUnit,
    'materialId' | 'unitId' | 'slug' | 'isHeld' | 'isPreview' | 'total' | 'mayCopy' | 'version' | 'isCourse'
  > | null
  pages: ShownPage<PublicElement>[]
  /** Where things come from that are not its teacher's. */
  credits: Statement[]
}

/** What came of an answer: the score, what is said about it, and the key where the unit shows it. */
export interface Result extends Score {
  comment: string
  solution: string[]
}

/** Answers by element, then by name. */
export type AnswersByElement = Readonly<Record<string, Answers>>

/** What came of all answers of a form, with all it takes to show the same page again. */
export interface CheckedAnswers {
  seed: string
  answers: AnswersByElement
  outcome: Awaited<ReturnType<typeof practise>>
}

/**
 * A unit as a pupil sees it: `key` is an open address, `s<number>` a pointer of the member's, `m<number>` what a material
 * sells (to who did not buy it: its beginning), or the number of an own unit, whose draft is played. Pages that wait for an
 * answer open with the right ones among `answers`. @throws ProductError not_found, also for what is not open; licence_lost
 */
export async function playUnit(
  context: Context,
  key: string,
  seed: string,
  answers?: AnswersByElement,
): Promise<Play> {
  const { content, isOwn, sold, edition } = await contentOf(context, key)
  const { title, description, cover } = content
  const lang = wordsLanguage(content, worldOf(context.world).lang)
  const pages = playedPages(content, seed, openWith(content, answers))
  const namedEdition = `${edition} ${naming}`
  return {
    edition: namedEdition,
    title,
    description,
    lang,
    cover,
    isOwn,
    sold,
    pages,
    credits: creditsOf(content),
  }
}

/** How what is shown is named (`shown-names.ts`): answers a device has kept under other names would all be wrong. */
const naming = 'seen'

/** The pages in the order of a seed, without keys and without what is on those that are shut. */
function playedPages(content: UnitContent, seed: string, open: ReadonlySet<string>) {
  const { pages, settings } = content
  const arranged = arrangedPages(pages, settings, (page) => seeded(`${seed}:${page?.id ?? 'pages'}`))
  const longer = (seconds: number) => Math.round((seconds * settings.extraTime) / 100)
  return shownPages(arranged, open).map((page) => ({
    ...page,
    elements: page.elements
      .map((element) => publicView(element, seed))
      .map((view) => ({ ...view, timeLimit: longer(view.timeLimit) })),
  }))
}

/** The pages these answers open; without any: those that wait for nothing. */
function openWith({ pages }: UnitContent, answers: AnswersByElement | undefined): ReadonlySet<string> {
  const elements = new Map(pages.flatMap((page) => page.elements).map((element) => [element.id, element]))
  return openPages(pages, (id) => {
    const element = elements.get(id)
    return element && answers && scoreSent(element, answers[id] ?? {}).scaled
  })
}

/**
 * Scores answers; nothing of them is kept, and nothing is said of pages they do not open. `only`: the elements that are asked
 * for; `seed`: of the order in which pages that may have opened are shown.
 * @throws ProductError as playUnit
 */
export async function practise(
  context: Context,
  key: string,
  answers: AnswersByElement,
  { only, seed = '' }: { only?: readonly string[] | undefined; seed?: string } = {},
) {
  const { content } = await contentOf(context, key)
  const open = openWith(content, answers)
  const all = content.pages.filter(({ id }) => open.has(id)).flatMap((page) => page.elements)
  const elements = only ? all.filter(({ id }) => only.includes(id)) : all
  const results = elements.map((element): [string, Result] => {
    const score = scoreSent(element, answers[element.id] ?? {})
    const comment = commentOn(element, readSent(element, answers[element.id] ?? {}), score.scaled)
    // Practice is never closed: what is shown then is shown in rooms. In a course the answer counts, for its gate and its
    // certificate: whoever is not right yet tries again without having seen the solution.
    const isCounted = isTaskKey(key) && score.state !== 'correct'
    const isShown = content.settings.showSolution === 'after_attempt' && !isCounted
    const solution = isShown ? (typeOf(element.type)?.solution(element.data) ?? []).map(wordsWithMath) : []
    return [element.id, { ...score, comment, solution }]
  })
  if (isTaskKey(key)) await tellCourse(context, key, { content, results, answers })
  return {
    results: Object.fromEntries(results),
    sum: sumOf(results.map(([, result]) => result)),
    passPercent: content.settings.passPercent,
    ...(content.pages.some(({ condition }) => condition) && { pages: playedPages(content, seed, open) }),
  }
}

/** What was answered now; tasks nobody touched keep what they had. */
async function tellCourse(
  context: Context,
  key: string,
  practice: { content: UnitContent; results: readonly [string, Result][]; answers: AnswersByElement },
): Promise<void> {
  const { content, results, answers } = practice
  const answered = results.filter(([id, { scaled }]) => id in answers && scaled !== null)
  const scores = Object.fromEntries(answered.map(([id, { raw }]) => [id, raw]))
  const total = worthOf(content)
  await transaction(context.db, async (tx) => {
    await emit(context, tx, coursePractised, { key, scores, total })
  })
}

interface Playable {
  edition: string
  content: UnitContent
  isOwn: boolean
  sold: Play['sold']
}

/** What a key leads to, with its keys: for the server alone. @throws ProductError not_found; licence_lost */
export async function contentOf(context: Context, key: string): Promise<Playable> {
  const materialId = key.startsWith('m') ? readId(key.slice(1)) : undefined
  if (materialId !== undefined) {
    const { content, isOwn, ...sold } = await soldUnit(context, materialId)
    return { content, isOwn, sold, edition: `${key} ${sold.version}` }
  }
  const id = readId(key)
  if (id !== undefined) {
    if (memberOf(context) === undefined) throw new ProductError('not_found')
    const { content, revision } = await usableUnit(context, id)
    return { content, isOwn: true, sold: null, edition: `${id} draft ${revision}` }
  }
  const found = await storedOf(context, key)
  // Only a pointer has an overlay, and what a course plays by one.
  const content = found && shownBy({ overlay: {}, ...found })
  if (found === undefined || content === undefined) throw new ProductError('not_found')
  return { content, isOwn: false, sold: null, edition: `${key} ${found.version}` }
}

async function storedOf(context: Context, key: string) {
  const member = memberOf(context)
  const shadow = key.startsWith('s') ? readId(key.slice(1)) : undefined
  if (shadow !== undefined) {
    const owner = member && { world: context.world, accountId: member.accountId }
    const found = owner && (await findShadow(context.db, owner, shadow))
    if (found) requireLicence(found)
    return found
  }
  if (isTaskKey(key)) return await findCourseTask(context.db, context.world, key)
  return await findPractice(context.db, context.world, key)
}
