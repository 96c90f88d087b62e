import type { RouteName } from '#platform/routing/routes.ts'
import { slugify } from '#platform/routing/slug.ts'
import { localizedPath, url } from '#platform/routing/url.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { Taxonomy, Term } from '#shop/catalogue/catalogue/server/types.ts'
import type { HubKind, HubLink, HubParts, HubRow } from './types.ts'

/** The school type that is every school; its hubs gather one subject, or one grade, across all of them. */
export const everySchool = 'alle'

const routeNames = {
  keyword: 'keyword-landing',
  lesson: 'lesson-landing',
  school: 'school-landing',
} as const satisfies Record<HubKind, RouteName>

/** Parameters of a hub's current address. Words come from the taxonomy: renaming a subject moves its pages. */
export function hubParams(taxonomy: Taxonomy, hub: HubParts): Readonly<Record<string, string | number>> {
  const slug = hubSlug(taxonomy, hub)
  const school = termOf(taxonomy, hub, 'school_type')
  return {
    id: hub.id,
    ...(hub.kind === 'school' && { school: school?.slug ?? hub.school_type ?? everySchool }),
    ...(slug && { slug }),
  }
}

/** The localized, relative address. */
export function hubUrl(taxonomy: Taxonomy, hub: HubParts): string {
  return localizedPath(routeNames[hub.kind], hub.world, hubParams(taxonomy, hub))
}

/** 'Bruchrechnung', 'Bruchrechnung – Mathematik, 6. Klasse', 'Mathematik, 3. Klasse, Grundschule'. */
export function hubName(taxonomy: Taxonomy, hub: HubParts): string {
  return nameOf(hub, (kind) => termOf(taxonomy, hub, kind)?.name)
}

/** The name, then with the short name of its grade, then with that of its school, too. */
export function hubNames(taxonomy: Taxonomy, hub: HubParts): [string, ...string[]] {
  const term = (kind: PartKind) => termOf(taxonomy, hub, kind)
  const grade = shortGrade(term('class_grade'))
  const school = shortSchool(taxonomy, hub.world, term('school_type'))
  const withGrade = nameOf(hub, (kind) => (kind === 'class_grade' ? grade : term(kind)?.name))
  const withBoth = nameOf(hub, (kind) =>
    kind === 'class_grade' ? grade : kind === 'school_type' ? school : term(kind)?.name,
  )
  return [hubName(taxonomy, hub), withGrade, withBoth]
}

function nameOf(hub: HubParts, name: (kind: PartKind) => string | undefined): string {
  const school = hub.school_type === everySchool ? undefined : name('school_type')
  if (hub.topic === null) return joined([name('subject'), name('class_grade'), school])
  const topic = capital(hub.topic, hub.world)
  const subject = name('subject')
  // "Klassenleitung – Klassenleitung & Klassenorganisation" says it twice.
  const isRepeated = subject?.toLocaleLowerCase().includes(topic.toLocaleLowerCase())
  const place = joined([isRepeated ? undefined : subject, name('class_grade'), school])
  return place ? `${topic} – ${place}` : topic
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(', ')
}

/** German short names are bare numbers: they say nothing without the word. */
function shortGrade(grade: Term | undefined): string | undefined {
  return grade?.short && !/^\d+$/.test(grade.short) ? grade.short : grade?.name
}

/** Without what stands in brackets, unless that tells it from another type. */
function shortSchool(taxonomy: Taxonomy, world: HubRow['world'], type: Term | undefined): string | undefined {
  if (type === undefined) return undefined
  const bare = (name: string) => name.replace(/ \([^)]*\)$/, '')
  const isShared = taxonomy
    .terms(world, 'school_type')
    .some(({ id, name }) => id !== type.id && bare(name) === bare(type.name))
  return isShared ? type.name : bare(type.name)
}

/** A hub as a link, with its full name or another. */
export function hubLink(taxonomy: Taxonomy, hub: HubRow, name = hubName(taxonomy, hub)): HubLink {
  return {
    id: hub.id,
    kind: hub.kind,
    name,
    url: hubUrl(taxonomy, hub),
    count: hub.material_count,
    subject: hub.subject,
  }
}

/** Search narrowed to the same materials, as nearly as words and filters can say it. */
export function hubSearchUrl(hub: HubParts): string {
  return url('search', {
    world: hub.world,
    query: {
      query: hub.topic ?? undefined,
      subject: hub.subject ?? undefined,
      class_grade: hub.grade ?? undefined,
      school_type: hub.school_type === everySchool ? undefined : (hub.school_type ?? undefined),
    },
  })
}

type PartKind = 'school_type' | 'subject' | 'class_grade'

export function termOf(taxonomy: Taxonomy, hub: HubParts, kind: PartKind): Term | undefined {
  const id = kind === 'class_grade' ? hub.grade : hub[kind]
  return id === null ? undefined : taxonomy.term(hub.world, kind, id)
}

/** The topic's words, else subject and grade, else the school type's own. */
function hubSlug(taxonomy: Taxonomy, hub: HubParts): string {
  const slug = (kind: PartKind) => termOf(taxonomy, hub, kind)?.slug
  const place = [slug('subject'), slug('class_grade')].filter(Boolean)
  if (hub.topic !== null) return slugify([hub.topic, ...place].join(' '), hub.world)
  return place.length > 0 ? place.join('-') : (slug('school_type') ?? '')
}

function capital(word: string, world: HubRow['world']): string {
  const [first = ''] = word
  return first.toLocaleUpperCase(worldOf(world).intl) + word.slice(first.length)
}
