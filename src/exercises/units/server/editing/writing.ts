import { z } from 'zod'
import { pageConditionSchema, pageLayoutSchema } from '#exercises/model/pages/page-schemas.ts'
import { fallenConditions } from '#exercises/model/pages/pages.ts'
import { revealingNames } from '#exercises/model/pages/revealing-names.ts'
import { pictureSchema } from '#exercises/model/task/data-schemas.ts'
import { writeSettings } from '#exercises/model/task/typed-settings.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { aboutOf, sentAboutFields, type UnitMetadata } from '#exercises/model/text/unit-metadata.ts'
import {
  type Element,
  isScoredAlone,
  type UnitContent,
  unitSettingsSchema,
  withOpenWays,
} from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { idSchema, versionSchema } from '#platform/rules/contract/world.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { changeUnit, type Draft, missingIn, type OwnUnit, ownUnit } from '../own-units.ts'
import { elementOf } from './editing.ts'
import {
  storedUnfinished,
  type TypedElement,
  typedElementSchema,
  type UnfinishedTask,
  withUnfinished,
} from './unfinished.ts'

const idText = z.string().regex(/^[0-9a-z]{1,26}$/)

export const typedUnitSchema = z.object({
  unitId: idSchema,
  revision: versionSchema,
  title: z.string().max(interactiveLimits.title),
  description: z.string().max(interactiveLimits.lineLength),
  ...sentAboutFields,
  settings: unitSettingsSchema,
  /** Not there in what an editor from before it sends: nothing of it is changed then. */
  cover: pictureSchema.optional(),
  pages: z
    .array(
      z.object({
        id: idText,
        title: z.string().max(interactiveLimits.lineLength),
        layout: pageLayoutSchema.default('stack'),
        condition: pageConditionSchema.optional(),
        elements: z.array(typedElementSchema).max(interactiveLimits.elements),
      }),
    )
    .min(1)
    .max(interactiveLimits.pages),
})
type TypedDraft = Omit<z.output<typeof typedUnitSchema>, 'unitId' | keyof UnitMetadata> & UnitMetadata

/** What keeps a draft from being published. */
interface Unready {
  /** As missingIn names it. */
  missing: string[]
  /** Tasks nobody could play yet. */
  unfinished: string[]
  /** The names that give an answer away, by their elements. */
  telling: Record<string, string[]>
}

/** A draft as it stands in the editor. */
export interface WrittenUnit extends TypedDraft, Unready {
  id: number
  version: number
}

/** An own draft as typed. @throws ProductError as ownUnit */
export async function readTyped(context: Context, id: number): Promise<WrittenUnit> {
  return typedOf(await ownUnit(context, id))
}

/** An exercise as its editor gets it: what is stored, as it is typed. */
export function typedOf({ id, revision, version, content, unfinished }: OwnUnit): WrittenUnit {
  const { title, description, subjects, grades, schoolTypes, language, settings } = content
  const { cover = { asset: '', alt: '' } } = content
  const about = { subjects, grades, schoolTypes, language }
  const pages = content.pages.map((page) => ({
    id: page.id,
    title: page.title,
    layout: page.layout,
    condition: page.condition,
    elements: page.elements.map(typedElement),
  }))
  const head = { id, revision, version, title, description }
  const all = withUnfinished(pages, unfinished)
  return { ...head, ...about, settings, cover, pages: all, ...unreadyOf({ content, unfinished }) }
}

function unreadyOf(draft: Draft): Unready {
  const missing = Object.keys(missingIn(draft))
  const unfinished = draft.unfinished.map(({ element }) => element.id)
  const telling = draft.content.pages
    .flatMap(({ elements }) => elements)
    .filter(({ id }) => missing.includes(`${id}.telling`))
    .map((element) => [element.id, revealingNames(element)])
  return { missing, unfinished, telling: Object.fromEntries(telling) }
}

/** An element as it stands in the editor. */
export function typedElement(element: Element): TypedElement {
  const { id, type, prompt, points, right, wrong, data } = element
  const said = { id, type, prompt, points: String(points), right, wrong, ...writeSettings(element) }
  return { ...said, f: { ...typeOf(type)?.typed(data) } }
}

/**
 * Saves what was typed over the revision it began with. What nobody could play yet is kept as it was typed, and told; what is
 * played, printed and taken along has the state before of it. `unmet`: pages that wait for nothing that could be met; they are
 * saved as open ones.
 * @throws ProductError as changeUnit; conflict (a newer one is there)
 */
export async function writeUnit(
  context: Context,
  { unitId, revision, ...typed }: z.output<typeof typedUnitSchema>,
): Promise<{ revision: number; unmet: string[] } & Unready> {
  const before = await ownUnit(context, unitId)
  if (before.revision !== revision) throw new ProductError('conflict')
  const stored = new Map(before.content.pages.flatMap((page) => page.elements.map((each) => [each.id, each])))
  const unfinished: UnfinishedTask[] = []
  const seen = new Set<string>()
  const pages = typed.pages.map((page) => ({
    ...page,
    elements: page.elements.flatMap((element, at) => {
      if (seen.has(element.id)) throw new ProductError('invalid_input', { fields: { pages: 'invalid' } })
      seen.add(element.id)
      const read = readElement(element)
      if ('id' in read) return [read]
      unfinished.push(storedUnfinished({ page: page.id, at, fields: read.fields, element }))
      const last = stored.get(element.id)
      return last ? [last] : []
    }),
  }))
  const unmet = fallenConditions(pages, isScoredAlone)
  const content: UnitContent = {
    ...aboutOf(before.content),
    ...typed,
    cover: typed.cover ?? before.content.cover,
    title: typed.title.trim() || before.content.title,
    pages,
  }
  const saved = await changeUnit(context, {
    id: unitId,
    revision,
    content: withOpenWays(content),
    unfinished,
  })
  return { revision: saved.revision, unmet, ...unreadyOf(saved) }
}

/** The element; or the fields that keep it from being played. */
function readElement({ id, f, ...typed }: TypedElement): Element | { fields: string[] } {
  try {
    return elementOf({ step: 'element', element: id, f, ...typed })
  } catch (error) {
    if (!(error instanceof ProductError) || error.code !== 'invalid_input') throw error
    return { fields: Object.keys(error.fields ?? {}).map((field) => field.replace(/^f\./, '')) }
  }
}
