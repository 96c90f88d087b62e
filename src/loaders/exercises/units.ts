import { randomUUID } from 'node:crypto'
import { unitLosses } from '#exercises/formats/outgoing/lost-settings.ts'
import { leftOutOf, plainerOutside, rescoredOutside } from '#exercises/formats/outgoing/omitted.ts'
import { wordsWithMath } from '#exercises/model/engines/math-words.ts'
import { creditsOf } from '#exercises/model/media/asset-sources.ts'
import { kindOfFile } from '#exercises/model/media/element-media.ts'
import { practiceTimeOf } from '#exercises/model/pages/practice-time.ts'
import type { EditorField } from '#exercises/model/task/element-type.ts'
import { emptySettings, writeSettings } from '#exercises/model/task/typed-settings.ts'
import { elementTypes, typeOf } from '#exercises/model/task/types.ts'
import { recordingSlots, withSoundAt } from '#exercises/model/text/line-recordings.ts'
import { typedOfHtml } from '#exercises/model/text/rich-text.ts'
import { type Element, publicView, type UnitContent } from '#exercises/model/unit.ts'
import {
  boughtUnits,
  type CheckedAnswers,
  filesWithoutRoom,
  fits,
  type ImportResult,
  type Listed,
  licencedFrom,
  listShadows,
  listUnits,
  listVersions,
  missingIn,
  namedTerms,
  ownUnit,
  type Play,
  playUnit,
  type TypedElement,
  tasksOfOthers,
  termNames,
  typedOf,
  type UnitWish,
  updateOfCopy,
  usableUnit,
  viewShadow,
} from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { materialFormOptions } from '#shop/selling/materials/server/service.ts'

type Params = Readonly<Record<string, string>>
type Typed = Readonly<Record<string, string>>

/** An element of the editor that is open, or a new one. */
export interface OpenElement {
  id: string
  type: string
  kind: 'scored' | 'collected' | 'content'
  editor: readonly EditorField[]
  /** The field of it that is a file; a type has one at most. */
  file: EditorField | undefined
  /** Lines of it that a recording can be sent for. */
  heard: { name: string; places: { id: string; name: string }[] } | undefined
  values: Typed
}

/** The member's units, those the address asks for, and what became of a file that was just sent. */
export async function loadUnits(
  context: Context,
  query: URLSearchParams,
  imported: ImportResult | undefined,
) {
  const wish = wishOf(query)
  const [units, bought, shadows] = await Promise.all([
    listUnits(context, { query: wish.query }),
    boughtUnits(context),
    listShadows(context),
  ])
  // Where words are asked for, other units have other terms: all stay to be chosen.
  const named = namedTerms([...(wish.query ? await listUnits(context) : units), ...bought, ...shadows])
  const { subjects, grades } = materialFormOptions(context)
  const withTerms = <R extends Listed>(row: R) => ({ ...row, terms: termNames(context, row) })
  const isNamed = (names: ReadonlySet<string>, chosen: string | undefined) => (term: { id: string }) =>
    names.has(term.id) || term.id === chosen
  return {
    units: units.filter((row) => fits(row, { ...wish, query: undefined })).map(withTerms),
    bought: bought.filter((row) => fits(row, wish)).map(withTerms),
    shadows: shadows.filter((row) => fits(row, wish)).map(withTerms),
    filter: {
      wish,
      isAsked: Object.values(wish).some(Boolean),
      total: named.total,
      subjects: subjects.filter(isNamed(named.subjects, wish.subject)),
      grades: grades.filter(isNamed(named.grades, wish.grade)),
    },
    imported,
  }
}

/** What is asked for in the address of the list. */
function wishOf(query: URLSearchParams): UnitWish {
  const asked = (name: string) => query.get(name)?.trim().slice(0, 100) || undefined
  const state = (['draft', 'published'] as const).find((each) => each === query.get('state'))
  return {
    query: asked('query'),
    subject: asked('subject'),
    grade: asked('grade'),
    state,
  }
}

/**
 * The editor of an own unit: its draft, the element that is open (`?element=`) or begun (`?new=<type>`), and what it
 * still lacks. What was typed wins over what is stored. @throws ProductError not_found
 */
export async function loadUnit(
  context: Context,
  params: Params,
  query: URLSearchParams,
  typed: Typed | undefined,
) {
  const id = readId(params.unitId)
  if (id === undefined) throw new ProductError('not_found')
  const [unit, versions, update, units] = await Promise.all([
    ownUnit(context, id),
    listVersions(context, id),
    updateOfCopy(context, id),
    listUnits(context),
  ])
  const elements = unit.content.pages.flatMap((page) => page.elements)
  const stored = elements.find((element) => element.id === query.get('element'))
  const begun = unit.unfinished.find(({ element }) => element.id === query.get('element'))?.element
  const [ofOthers, from, withoutRoom] = await Promise.all([
    tasksOfOthers(context, unit),
    licencedFrom(context, unit),
    filesWithoutRoom(context, unit.content),
  ])
  const goesAlong = (asset: string) => !withoutRoom.has(asset)
  const leftOut = leftOutOf(unit.content, goesAlong)
  return {
    unit,
    ofOthers,
    from,
    tasks: unit.isReadOnly ? readTasks(unit.content, `read:${id}`).flatMap(({ elements: all }) => all) : [],
    versions,
    update,
    open: openElement(stored, query, typed?.step === 'element' ? typed : undefined, begun),
    missing: Object.keys(missingIn(unit)),
    leftOut,
    rescored: rescoredOutside(unit.content, leftOut),
    plainer: plainerOutside(unit.content, goesAlong),
    losses: unitLosses(unit.content),
    draft: typedOf(unit),
    editable: elementTypes.map(({ type, kind, editor }) => ({ type, kind, editor })),
    choices: choicesOf(context, units),
  }
}

/** What a unit can be for, in the words of the world, and which subjects the bank has tasks of. */
function choicesOf(context: Context, units: Awaited<ReturnType<typeof listUnits>>): AboutChoices {
  const { subjects, grades, schoolTypes, languages } = materialFormOptions(context)
  const named = namedTerms(units)
  return {
    ...{ subjects, grades, schoolTypes, languages },
    bankSubjects: subjects.filter(({ id }) => named.subjects.has(id)),
  }
}

interface Choice {
  id: string
  name: string
}

export interface AboutChoices {
  subjects: Choice[]
  grades: Choice[]
  schoolTypes: Choice[]
  languages: Choice[]
  bankSubjects: Choice[]
}

function fileField(editor: readonly EditorField[]): EditorField | undefined {
  return editor.find(({ kind }) => kind === 'picture' || kind === 'video' || kind === 'sound')
}

const assetForm = /^unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.[a-z0-9]{3,4}$/

function openElement(
  stored: Element | undefined,
  query: URLSearchParams,
  typed: Typed | undefined,
  begun?: TypedElement,
): OpenElement | undefined {
  const row = typeOf(begun?.type ?? stored?.type ?? query.get('new') ?? '')
  if (!row) return undefined
  // What was just sent, and is stored with the task.
  const [sent, file] = [query.get('file') ?? '', fileField(row.editor)]
  const own = begun ? { ...begun.f } : stored ? { ...row.typed(stored.data) } : {}
  const list = row.editor.find(({ heard, soundPart }) => heard !== undefined || soundPart !== undefined)
  const place = query.get('place') ?? ''
  if (list && /^\d/.test(place) && assetForm.test(sent))
    own[list.name] = withSoundAt(list, own[list.name] ?? '', place, sent)
  const { f: _fields, id: _id, type: _type, ...said } = begun ?? writtenOf(stored)
  const values = {
    ...said,
    prompt: typedOfHtml(said.prompt),
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`f.${name}`, value])),
    ...(file && place === '' && assetForm.test(sent) && { [`f.${file.name}`]: sent }),
  }
  const withSent = { ...values, ...sentTo(place, sent, { row, values }), ...typed }
  const places = list ? recordingSlots(list, own[list.name] ?? '') : []
  const heard = list && places.length > 0 ? { name: list.name, places } : undefined
  return {
    id: begun?.id ?? stored?.id ?? '',
    type: row.type,
    kind: row.kind,
    editor: row.editor,
    file,
    heard,
    values: withSent,
  }
}

/** What a task says beside the fields of its type, as it is typed. */
function writtenOf(stored: Element | undefined): TypedElement {
  const said = { id: stored?.id ?? '', type: stored?.type ?? '', f: {} }
  const { prompt = '', right = '', wrong = '' } = stored ?? {}
  const points = stored ? String(stored.points) : ''
  return { ...said, prompt, points, right, wrong, ...(stored ? writeSettings(stored) : emptySettings) }
}

/** What was just sent stands above the task, or at the end of its words. */
function sentTo(
  place: string,
  sent: string,
  { row, values }: { row: Pick<OpenElement, 'kind'>; values: Typed },
): Typed {
  if (!assetForm.test(sent)) return {}
  if (place === 'media') return { media: sent, mediaKind: kindOfFile(sent) }
  const name = row.kind === 'content' ? 'f.text' : 'prompt'
  if (place !== 'words' || !sent.endsWith('.webp')) return {}
  return { [name]: `${typedOfHtml(values[name] ?? '')}\n\n![](${sent})`.trim() }
}

/**
 * What is played and, after the form was sent, what came of it. Nothing is kept: the seed and the answers are in the form.
 * @throws ProductError not_found
 */
export async function loadPlay(
  context: Context,
  params: Params,
  checked: CheckedAnswers | undefined,
  query: Pick<URLSearchParams, 'get'>,
) {
  const key = params.key ?? ''
  const seed = checked?.seed || randomUUID()
  const play = withTime(await playUnit(context, key, seed, checked?.answers), practiceTimeOf(query).factor)
  const shadowId = key.startsWith('s') ? readId(key.slice(1)) : undefined
  const shadow = shadowId && (await viewShadow(context, shadowId))
  return { play, shadow, seed, outcome: checked?.outcome, answers: checked?.answers ?? {} }
}

/** The times of tasks for who needs more of it, in percent. */
function withTime(play: Play, factor: number): Play {
  const longer = (seconds: number) => Math.round((seconds * factor) / 100)
  const pages = play.pages.map((page) => ({
    ...page,
    elements: page.elements.map((element) => ({ ...element, timeLimit: longer(element.timeLimit) })),
  }))
  return { ...play, pages }
}

/** The worksheet of an own unit with its key: the same shuffle for everybody who prints the same state. */
export async function loadPrint(context: Context, params: Params) {
  const id = readId(params.unitId)
  if (id === undefined) throw new ProductError('not_found')
  const { content, revision } = await usableUnit(context, id)
  const seed = `print:${id}:${revision}`
  const pages = readTasks(content, seed)
  return { title: content.title, description: content.description, pages, credits: creditsOf(content) }
}

/** A task as it is read on paper, with its key. */
export type ReadTask = ReturnType<typeof readTasks>[number]['elements'][number]

function readTasks({ pages }: UnitContent, seed: string) {
  return pages.map(({ title, elements }) => ({
    title,
    elements: elements.map((element) => ({
      ...publicView(element, seed),
      solution: (typeOf(element.type)?.solution(element.data) ?? []).map(wordsWithMath),
    })),
  }))
}
