import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import { ProductError } from '#platform/errors.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { utcDay } from '#platform/rules/money/day.ts'
import { educationalLevels, nativeLanguages, resourceTypes, schoolSubjects } from './amb-vocabularies.ts'
import { type AmbRow, ambRows } from './queries.ts'

const conceptSchema = z.object({
  type: z.literal('Concept'),
  id: z.url(),
  prefLabel: z.record(z.string(), z.string()),
})

/** A LearningResource in the AMB profile: complete by itself, so that a harvester may store it as it is. */
const ambRecordSchema = z.object({
  '@context': z.array(z.union([z.string(), z.record(z.string(), z.unknown())])),
  id: z.url(),
  type: z.array(z.string()),
  name: z.string(),
  description: z.string().optional(),
  creator: z.array(z.object({ type: z.literal('Person'), id: z.url(), name: z.string() })),
  publisher: z.array(z.object({ type: z.literal('Organization'), id: z.url(), name: z.string() })),
  about: z.array(conceptSchema),
  learningResourceType: z.array(conceptSchema).optional(),
  educationalLevel: z.array(conceptSchema),
  inLanguage: z.array(z.string()),
  keywords: z.array(z.string()),
  image: z.url().optional(),
  isAccessibleForFree: z.boolean(),
  conditionsOfAccess: z.object({ id: z.url() }),
  /** Not an open licence: AMB's `license` takes only those, so the terms are named here. */
  usageInfo: z.url(),
  dateCreated: z.string(),
  datePublished: z.string(),
  dateModified: z.string(),
  mainEntityOfPage: z.array(
    z.object({
      id: z.url(),
      type: z.literal('WebContent'),
      provider: z.object({ id: z.url(), type: z.literal('Service'), name: z.string() }),
      dateCreated: z.string(),
      dateModified: z.string(),
    }),
  ),
})

const withdrawnSchema = z.object({ id: z.url(), deleted: z.literal(true), dateModified: z.string() })

export const ambPageSchema = z.object({
  items: z.array(z.union([ambRecordSchema, withdrawnSchema])),
  /** Address of the next page; null at the end. */
  next: z.url().nullable(),
})
type AmbPage = z.infer<typeof ambPageSchema>
type AmbRecord = z.infer<typeof ambRecordSchema>

interface AmbQuery {
  from?: string | undefined
  cursor?: string | undefined
  limit: number
}

const beginning = '1970-01-01T00:00:00.000000Z'
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/

/**
 * Metadata of a world's materials in the order of their last change, for education portals. With `from` (as OAI-PMH has
 * it: a day or an instant, inclusive) only what changed since, withdrawn materials as `deleted`.
 * @throws ProductError invalid_input for a `from` or a cursor that is none
 */
export async function ambPage(context: Context, { from, cursor, limit }: AmbQuery): Promise<AmbPage> {
  const { world, env } = context
  const start = from === undefined ? beginning : startOf(from)
  const [changed, afterId] =
    cursor === undefined ? [start, 0] : decodeCursor('amb', ['string', 'number'], cursor)
  if (typeof changed !== 'string' || !isInstant(changed) || !Number.isSafeInteger(afterId))
    throw invalid('cursor')
  const rows = await ambRows(context.db, {
    world,
    changed,
    afterId: Number(afterId),
    withWithdrawn: from !== undefined,
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const items = shown.map((row) =>
    row.status === 'published' ? recordOf(context, row) : withdrawn(context, row),
  )
  if (rows.length <= limit || last === undefined) return { items, next: null }
  const query = new URLSearchParams({
    cursor: encodeCursor('amb', [last.changed, last.id]),
    limit: `${limit}`,
    world,
  })
  if (from !== undefined) query.set('from', from)
  query.sort()
  return { items, next: absoluteUrl(env.siteUrl, `/api/v3/materials/amb?${query}`) }
}

function startOf(from: string): string {
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(from) ? `${from}T00:00:00Z` : from
  if (!isInstant(whole)) throw invalid('from')
  return whole
}

function isInstant(text: string): boolean {
  const time = instant.test(text) ? new Date(text) : undefined
  // JavaScript rolls 31 February over to March, PostgreSQL refuses it.
  return time !== undefined && time.getTime() >= 0 && time.toISOString().startsWith(text.slice(0, 19))
}

function invalid(field: string): ProductError {
  return new ProductError('invalid_input', { fields: { [field]: 'invalid' } })
}

/** Never changes, whatever becomes of the title. */
function idOf({ env, world }: Context, row: AmbRow): string {
  return absoluteUrl(env.siteUrl, url('material', { world, id: row.id }))
}

function withdrawn(context: Context, row: AmbRow) {
  return { id: idOf(context, row), deleted: true as const, dateModified: utcDay(row.updated_at) }
}

function recordOf(context: Context, row: AmbRow): AmbRecord {
  const { world, env, images } = context
  const { siteUrl } = env
  const { lang } = worldOf(world)
  const label = (text: string) => ({ [lang]: text })
  const price = row.asked_cents
  const type = resourceTypes[row.material_type]
  const typeName = context.taxonomy.term(world, 'material_type', row.material_type)?.name ?? row.material_type
  return {
    '@context': [
      'https://w3id.org/kim/amb/context.jsonld',
      { '@language': lang, usageInfo: { '@id': 'https://schema.org/usageInfo', '@type': '@id' } },
    ],
    id: idOf(context, row),
    type: ['LearningResource'],
    name: row.title,
    ...(row.description === '' ? {} : { description: row.description }),
    creator: [
      {
        type: 'Person',
        id: siteUrl + url('author', { world, id: row.author_id, slug: row.author_slug }),
        name: row.author_name,
      },
    ],
    publisher: [{ type: 'Organization', id: `${siteUrl}/`, name: 'Aularium' }],
    about: subjectsOf(context, row.subjects).map(({ id, name }) => ({
      type: 'Concept' as const,
      id,
      prefLabel: label(name),
    })),
    ...(type === undefined
      ? {}
      : {
          learningResourceType: [
            { type: 'Concept' as const, id: `https://w3id.org/kim/hcrt/${type}`, prefLabel: label(typeName) },
          ],
        }),
    educationalLevel: levelsOf(context, row.school_types).map(({ level, name }) => ({
      type: 'Concept' as const,
      id: `https://w3id.org/kim/educationalLevel/level_${level}`,
      prefLabel: label(name),
    })),
    inLanguage: [row.language],
    keywords: row.keywords,
    ...(row.cover_key === null ? {} : { image: siteUrl + images.address('card', row.cover_key) }),
    isAccessibleForFree: price === 0,
    // A download, free or not, is kept in an account.
    conditionsOfAccess: { id: 'http://w3id.org/kim/conditionsOfAccess/login' },
    usageInfo: siteUrl + url('terms', { world }),
    dateCreated: utcDay(row.created_at),
    datePublished: utcDay(row.published_at ?? row.created_at),
    dateModified: utcDay(row.updated_at),
    mainEntityOfPage: [
      {
        id: siteUrl + url('material', { world, id: row.id, slug: row.slug }),
        type: 'WebContent',
        provider: { id: `${siteUrl}/`, type: 'Service', name: 'Aularium' },
        dateCreated: utcDay(row.created_at),
        dateModified: utcDay(row.updated_at),
      },
    ],
  }
}

/** Subjects the profile's vocabulary knows. Our ids are '<world>-<concept>'. */
function subjectsOf(
  { taxonomy, world }: Context,
  subjects: readonly string[],
): { id: string; name: string }[] {
  return subjects.flatMap((subject) => {
    const concept = subject.slice(subject.indexOf('-') + 1)
    const taught = concept === 'native-language' ? nativeLanguages[world] : concept
    const entry = taught === undefined ? undefined : schoolSubjects[taught]
    const name = taxonomy.term(world, 'subject', subject)?.name
    return entry && name ? [{ id: `https://w3id.org/kim/schulfaecher/${entry}`, name }] : []
  })
}

/** Each level once, under the name of the first of our school types that stands for it. */
function levelsOf(
  { taxonomy, world }: Context,
  schoolTypes: readonly string[],
): { level: number; name: string }[] {
  const names = new Map<number, string>()
  for (const id of schoolTypes) {
    const term = taxonomy.term(world, 'school_type', id)
    const isced = term?.data.isced
    if (!term || typeof isced !== 'string') continue
    for (const level of educationalLevels(isced)) if (!names.has(level)) names.set(level, term.name)
  }
  return [...names].toSorted(([a], [b]) => a - b).map(([level, name]) => ({ level, name }))
}
