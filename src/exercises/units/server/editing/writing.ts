import { z } from 'zod'
import { writeSettings } from '#exercises/formats/typed-settings.ts'
import { pageConditionSchema, pageLayoutSchema } from '#exercises/model/pages/page-schemas.ts'
import { fallenConditions } from '#exercises/model/pages/pages.ts'
import { revealingNames } from '#exercises/model/pages/revealing-names.ts'
import { pictureSchema } from '#exercises/model/task/data-schemas.ts'
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
import { interactiveLimits } from '#platform/limits.ts'
import { idSchema, versionSchema } from '#platform/rules/contract/world.ts'
import { changeUnit, missingIn, type OwnUnit, ownUnit } from '../own-units.ts'
import { elementOf } from './editing.ts'
import { typedSettingsSchema } from './typed-fields.ts'

const idText = z.string().regex(/^[0-9a-z]{1,26}$/)
const text = z.string().max(interactiveLimits.textLength * 5)

/** An element as the editor has it: what was typed, by the names of its type's fields. */
const typedElementSchema = z.object({
  id: idText,
  type: z.string().max(40),
  prompt: text,
  points: z.string().max(20),
  right: text,
  wrong: text,
  ...typedSettingsSchema.shape,
  f: z.record(z.string().max(40), text),
})
export type TypedElement = z.output<typeof typedElementSchema>

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
export function typedOf({ id, revision, version, content }: OwnUnit): WrittenUnit {
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
  return { ...head, ...about, settings, cover, pages, ...unreadyOf(content) }
}

function unreadyOf(content: UnitContent): Unready {
  const missing = Object.keys(missingIn(content))
  const telling = content.pages
    .flatMap(({ elements }) => elements)
    .filter(({ id }) => missing.includes(`${id}.telling`))
    .map((element) => [element.id, revealingNames(element)])
  return { missing, telling: Object.fromEntries(telling) }
}

/** An element as it stands in the editor. */
export function typedElement(element: Element): TypedElement {
  const { id, type, prompt, points, right, wrong, data } = element
  const said = { id, type, prompt, points: String(points), right, wrong, ...writeSettings(element) }
  return { ...said, f: { ...typeOf(type)?.typed(data) } }
}

/**
 * Saves what was typed over the revision it began with. What nobody could play yet is not saved: of such an element the state
 * before stays, and its id is told. `unmet`: pages that wait for nothing that could be met; they are saved as open ones.
 * @throws ProductError as changeUnit; conflict (a newer one is there)
 */
export async function writeUnit(
  context: Context,
  { unitId, revision, ...typed }: z.output<typeof typedUnitSchema>,
): Promise<{ revision: number; unfinished: string[]; unmet: string[] } & Unready> {
  const before = await ownUnit(context, unitId)
  if (before.revision !== revision) throw new ProductError('conflict')
  const stored = new Map(before.content.pages.flatMap((page) => page.elements.map((each) => [each.id, each])))
  const unfinished: string[] = []
  const seen = new Set<string>()
  const pages = typed.pages.map((page) => ({
    ...page,
    elements: page.elements.flatMap((element) => {
      if (seen.has(element.id)) throw new ProductError('invalid_input', { fields: { pages: 'invalid' } })
      seen.add(element.id)
      const found = readElement(element)
      if (found) return [found]
      unfinished.push(element.id)
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
  const saved = await changeUnit(context, { id: unitId, revision, content: withOpenWays(content) })
  return { revision: saved.revision, unfinished, unmet, ...unreadyOf(saved.content) }
}

function readElement({ id, f, ...typed }: TypedElement): Element | undefined {
  try {
    return elementOf({ step: 'element', element: id, f, ...typed })
  } catch (error) {
    if (error instanceof ProductError && error.code === 'invalid_input') return undefined
    throw error
  }
}
