import type { Context } from '#platform/context/context.ts'
import { hubLinkTag, hubTag } from '#platform/events/page-tags.ts'
import { maxNumberedPage, searchPageSize } from '#platform/limits.ts'
import type { AlternateParams } from '#platform/routing/seo.ts'
import { isLiveWorld, liveWorlds, worldOf } from '#platform/routing/worlds.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { cardsByIds, cardTags, joinTags } from '#shop/catalogue/catalogue/server/service.ts'
import type { Elsewhere } from '#shop/catalogue/catalogue/server/types.ts'
import { fileRules } from '#shop/selling/materials/server/service.ts'
import { hubStatus } from '../rules/hub-status.ts'
import {
  everySchool,
  hubLink,
  hubName,
  hubNames,
  hubParams,
  hubSearchUrl,
  hubUrl,
  termOf,
} from './address.ts'
import {
  factsFrom,
  hubFactsRow,
  hubMaterialIds,
  hubOfName,
  hubOfWord,
  hubRow,
  hubsByKeys,
  hubsOfMaterials,
  relatedHubs,
  schoolHeads,
} from './queries.ts'
import { popularTopics, slidersOf } from './sliders.ts'
import type { HubFacts, HubKind, HubLink, HubPage, HubParts, HubRow } from './types.ts'

const relatedPerKind = 14
const mostNear = 10
/** Where a search found nothing. */
const offeredTopics = 6

/**
 * One page of a landing. Undefined when there is no such hub of this kind, when it has no public material now, or for a
 * page after the last one (404); a redirect for one of another world, or for an address that is not today's.
 * `asked` are the parameters of the address: the id decides, the words are compared.
 */
export async function hubPage(
  context: Context,
  kind: HubKind,
  asked: Readonly<Record<string, string>>,
  page = 1,
): Promise<HubPage | Elsewhere | { moved: string } | undefined> {
  const { world, db, taxonomy } = context
  const hub = await hubRow(db, Number(asked.id))
  if (hub === undefined || hub.kind !== kind) return undefined
  if (hub.world !== world) return elsewhere(context, hub, asked.school)
  if (hubStatus(hub.material_count) === 'missing') return successor(context, hub)
  const address = hubUrl(taxonomy, hub)
  const params = hubParams(taxonomy, hub)
  if (asked.slug !== params.slug || asked.school !== params.school) return { moved: address }
  const pageCount = Math.min(maxNumberedPage, Math.ceil(hub.material_count / searchPageSize))
  if (page > pageCount) return undefined
  const place = { world, hubId: hub.id }
  const [ids, facts, near, sliders, trail, equivalents] = await Promise.all([
    hubMaterialIds(db, { ...place, limit: searchPageSize, offset: (page - 1) * searchPageSize }),
    hubFacts(context, hub),
    relatedHubs(db, { ...place, perKind: relatedPerKind }),
    slidersOf(context, hub),
    trailOf(context, hub, address),
    equivalentsOf(context, hub),
  ])
  const materials = await cardsByIds(context, ids)
  const links = (wanted: HubKind) =>
    near.filter((row) => row.kind === wanted).map((row) => hubLink(taxonomy, row))
  return {
    kind,
    id: hub.id,
    name: hubName(taxonomy, hub),
    names: hubNames(taxonomy, hub),
    isSubject: hub.school_type === everySchool && hub.subject !== null && hub.grade === null,
    onlySchool: onlySchoolOf(hub),
    url: address,
    params,
    count: hub.material_count,
    freeCount: hub.free_count,
    minPrice: hub.min_price_cents ?? 0,
    maxPrice: hub.max_price_cents ?? 0,
    currency: worldOf(world).currency,
    intro: hub.intro,
    facts,
    materials,
    searchUrl: hubSearchUrl(hub),
    page,
    pageCount,
    noindex: !hub.is_listed,
    trail,
    ...sliders,
    topics: links('keyword'),
    lessons: links('lesson'),
    schools: kind === 'school' ? [] : links('school'),
    equivalents: equivalents.params,
    tags: joinTags(
      [hubTag(hub.id), ...equivalents.tags],
      // Related landings share materials with this one: without any of these it is another page already.
      linkTags([...sliders.schoolTypes, ...sliders.subjects, ...sliders.grades]),
      cardTags(materials),
    ),
  }
}

/** The school type of a landing that has no other part. */
function onlySchoolOf({ school_type, subject, grade, topic }: HubParts): string | undefined {
  const isAlone = subject === null && grade === null && topic === null
  return isAlone && school_type !== null && school_type !== everySchool ? school_type : undefined
}

/** What the picture of a landing shows; undefined without public materials. */
export async function hubTitle(context: Context, id: number): Promise<string | undefined> {
  const hub = await hubRow(context.db, id)
  if (hub === undefined || hub.world !== context.world || hub.material_count === 0) return undefined
  return hubName(context.taxonomy, hub)
}

/** Cache tags of pages that link to these landings. */
export function linkTags(links: readonly { id: number }[]): string[] {
  return [...new Set(links.map(({ id }) => hubLinkTag(id)))]
}

/** The landings worth a visit that a published material belongs to, the fullest first: none is without it. */
export async function hubsOfMaterial(context: Context, materialId: number): Promise<HubLink[]> {
  const rows = await hubsOfMaterials(context.pool, context.world, [materialId], 60)
  return rows.map((row) => hubLink(context.taxonomy, row))
}

/**
 * Landings worth a visit for a search: that of its very words, and those most of its results belong to; where nothing was
 * found, the fullest of the world.
 */
export async function hubsForSearch(
  context: Context,
  query: string,
  materialIds: readonly number[],
): Promise<{ exact: HubLink | undefined; near: HubLink[]; tags: string[] }> {
  const { db, pool, world, taxonomy } = context
  const word = cleanText(truncate(query, 60))
  const [exact, rows] = await Promise.all([
    word === '' ? undefined : hubOfWord(db, world, word),
    hubsOfMaterials(pool, world, materialIds, 24),
  ])
  const hasFound = materialIds.length > 0
  const links = hasFound
    ? rows.filter(({ kind }) => kind !== 'school').map((row) => hubLink(taxonomy, row))
    : await popularTopics(context, offeredTopics)
  const near = links.filter(({ id }) => id !== exact?.id).slice(0, mostNear)
  return {
    // What is near what was found holds materials of the page, whose cards drop it.
    tags: linkTags([...(exact ? [exact] : []), ...(hasFound ? [] : near)]),
    exact: exact && hubLink(taxonomy, exact),
    near,
  }
}

/** A hub of another world: its own address there, or here its equal in the school type that took its place. */
async function elsewhere(
  context: Context,
  hub: HubRow,
  askedSchool: string | undefined,
): Promise<Elsewhere | { moved: string } | undefined> {
  if (!isLiveWorld(hub.world) || hub.material_count === 0) return undefined
  const { taxonomy, world } = context
  if (askedSchool !== undefined && !taxonomy.term(world, 'school_type', askedSchool)?.active) {
    const heir = await heirOf(context, { ...hub, school_type: askedSchool })
    if (heir) return { moved: hubUrl(taxonomy, heir) }
  }
  return { redirectWorld: hub.world, url: hubUrl(taxonomy, hub) }
}

/**
 * A topic that only names a subject, a school or a grade leads to the landing of that; a hub whose school type is no
 * longer used to the type that took its place. Without one it is gone.
 */
async function successor(context: Context, hub: HubRow): Promise<{ moved: string } | undefined> {
  if (hub.kind === 'keyword') {
    const named = await hubOfName(context.db, hub.world, hub.key)
    return named && { moved: hubUrl(context.taxonomy, named) }
  }
  if (hub.kind !== 'school' || termOf(context.taxonomy, hub, 'school_type')?.active) return undefined
  const heir = await heirOf(context, hub)
  return heir && { moved: hubUrl(context.taxonomy, heir) }
}

/** The hub of the same subject in this world, in the school type that succeeds an inactive one (taxonomy `successor`). */
async function heirOf({ db, taxonomy, world }: Context, hub: HubRow): Promise<HubRow | undefined> {
  const type = hub.school_type === null ? undefined : taxonomy.term(world, 'school_type', hub.school_type)
  const next = type?.data.successor
  if (typeof next !== 'string') return undefined
  const concept = hub.subject === null ? '' : taxonomy.term(hub.world, 'subject', hub.subject)?.concept
  const subject = concept && taxonomy.terms(world, 'subject').find((term) => term.concept === concept)?.id
  const grade = hub.world === world ? (hub.grade ?? '') : ''
  const keys = [`${next}/${subject ?? ''}/${grade}`, `${next}/${subject ?? ''}/`, `${next}//`]
  const found = await hubsByKeys(
    db,
    'school',
    keys.map((key) => ({ world, key })),
  )
  return keys.map((key) => found.find((row) => row.key === key)).find((row) => row !== undefined)
}

async function hubFacts(context: Context, hub: HubRow): Promise<HubFacts> {
  const { world, taxonomy } = context
  const row = await hubFactsRow(context.db, world, hub.id)
  return {
    grades: taxonomy
      .terms(world, 'class_grade')
      .filter(({ id }) => row.grades.includes(id))
      .map(({ name }) => name),
    materialTypes: row.material_types,
    fileTypes: fileTypeNames(row.media_types),
    authors: row.authors,
    isPart: hub.material_count > factsFrom,
  }
}

/** Home, school type, subject, this page; every step is worth a visit and holds at least the same materials. */
async function trailOf({ db, taxonomy, world }: Context, hub: HubRow, address: string) {
  const type = hub.school_type ?? everySchool
  const keys: string[] = []
  if (hub.kind === 'school' && type !== everySchool && hub.subject !== null) keys.push(`${type}//`)
  if (hub.kind === 'school' && hub.subject !== null && hub.grade !== null)
    keys.push(`${type}/${hub.subject}/`)
  if (hub.kind === 'lesson') keys.push(`${everySchool}/${hub.subject}/`)
  const heads = await schoolHeads(db, world, keys)
  const steps = keys.flatMap((key) => {
    const head = heads.get(key)
    const kind = key.endsWith('//') ? 'school_type' : 'subject'
    const step = head && { name: termOf(taxonomy, hub, kind)?.name ?? '', url: hubUrl(taxonomy, head) }
    return step && step.url !== address ? [step] : []
  })
  const places = new Map(steps.map((step) => [step.url, step]))
  const own =
    hub.grade !== null && hub.kind === 'school' ? termOf(taxonomy, hub, 'class_grade')?.name : undefined
  const isComplete = places.size === keys.length && places.size > 0
  const last = own ?? (hub.kind === 'school' && termOf(taxonomy, hub, 'subject')?.name)
  return [...places.values(), { name: (isComplete && last) || hubName(taxonomy, hub), url: address }]
}

/**
 * The same school type and subject in other worlds, where it really is the same (`hreflang` of the taxonomy) and worth
 * indexing there. Grades are each country's own.
 */
async function equivalentsOf(
  { db, taxonomy }: Context,
  hub: HubRow,
): Promise<{ params: AlternateParams; tags: string[] }> {
  const alone = { params: {}, tags: [] }
  if (hub.kind !== 'school' || hub.grade !== null || hub.school_type === null) return alone
  const own = termOf(taxonomy, hub, 'subject')
  if (hub.subject !== null && !(own?.hreflang && own.concept)) return alone
  const type = hub.school_type
  const asked = liveWorlds().flatMap(({ world }) => {
    if (!taxonomy.term(world, 'school_type', type)?.active) return []
    if (own === undefined) return [{ world, key: `${type}//` }]
    const same = taxonomy
      .terms(world, 'subject')
      .find((term) => term.hreflang && term.concept === own.concept)
    return same ? [{ world, key: `${type}/${same.id}/` }] : []
  })
  const rows = await hubsByKeys(db, 'school', asked)
  const indexed = rows.filter(({ is_listed }) => is_listed)
  return {
    // One version alone is no set.
    params:
      indexed.length < 2
        ? {}
        : Object.fromEntries(indexed.map((row) => [row.world, hubParams(taxonomy, row)])),
    tags: linkTags(rows),
  }
}

/** The address of one page of a landing. */
export function hubPageUrl(page: Pick<HubPage, 'url'>, number: number): string {
  return number > 1 ? `${page.url}?page=${number}` : page.url
}

/** Programs people know by name; other types are called by their ending. Names are the same in every world. */
const known: Readonly<Record<string, string>> = {
  docx: 'Word',
  pptx: 'PowerPoint',
  xlsx: 'Excel',
  odt: 'OpenDocument',
  odp: 'OpenDocument',
  ods: 'OpenDocument',
  jpeg: 'JPG',
}

/** What files of these media types are called, PDF first, each once; unknown types are left out. */
function fileTypeNames(types: readonly string[]): string[] {
  const names = [...fileRules]
    .filter(([, rule]) => types.includes(rule.mediaType))
    .map(([ending]) => known[ending] ?? ending.toUpperCase())
  return [...new Set(names)]
}
