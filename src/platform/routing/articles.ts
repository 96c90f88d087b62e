import { type RouteName, routes } from './routes.ts'
import { localizedPath, queryString } from './url.ts'
import type { LiveWorld } from './worlds.ts'

/** What names an article in an address: kinds with an id keep working when the slug changes. */
export interface ArticleName {
  id: number
  slug: string
}

/** Kind of an editors' text -> its route. */
const routeOfKind = {
  help: 'help-article',
  magazine: 'magazine-article',
  podcast: 'podcast-episode',
  'mental-health': 'mental-health',
  campaign: 'campaign',
  charity: 'charity',
} as const satisfies Record<string, RouteName>

export type LinkedKind = keyof typeof routeOfKind

/** The address of an article. */
export function articlePath(kind: LinkedKind, world: LiveWorld, name: ArticleName): string {
  return localizedPath(routeOfKind[kind], world, { id: name.id, slug: name.slug })
}

/** Tag of pages that show editors' texts of a kind in a world: the texts, lists of them, links to them. */
export function textsTag(
  kind:
    | LinkedKind
    | ('info' | 'navigation' | 'newsletter' | 'known-problem' | 'slot' | 'announcement')
    | ('team' | 'job' | 'faq' | 'series' | 'writer'),
  world: LiveWorld,
): string {
  return `texts:${kind}:${world}`
}

/** Tags of what editors have in the frame of every page: its announcement, its footer, and what that links to for a time. */
export function frameTags(world: LiveWorld): string[] {
  return (['announcement', 'navigation', 'campaign', 'charity'] as const).map((kind) => textsTag(kind, world))
}

export type FindArticle = (kind: LinkedKind, id: number) => ArticleName | undefined

/**
 * The address of a link as editors write it: `route:<name>`, with a query and an anchor if wanted
 * (`route:terms#data_protection`, `route:search?price=free`), `article:<kind>/<id>`, `material:<id>` or `author:<id>`. The world and the words are added
 * here, so that a text never holds an address that may change. Addresses of the web, mail and phone come back as
 * they are.
 * @throws RangeError for a route or article that does not exist, and for any other scheme
 */
export function contentHref(href: string, world: LiveWorld, find: FindArticle): string {
  const [, kind, id, hash = ''] = /^article:([a-z-]+)\/(\d+)(#[\w-]+)?$/.exec(href) ?? []
  if (kind !== undefined) {
    const name = isLinkedKind(kind) ? find(kind, Number(id)) : undefined
    if (!isLinkedKind(kind) || !name) throw new RangeError(`No article is ${href}`)
    return articlePath(kind, world, name) + hash
  }
  const [, noun, number] = /^(material|author):([1-9]\d{0,14})$/.exec(href) ?? []
  if (number !== undefined)
    return localizedPath(noun === 'author' ? 'author' : 'material', world, { id: Number(number) })
  const [, name, query = '', anchor = ''] = /^route:([a-z-]+)(\?[^#]*)?(#[\w-]+)?$/.exec(href) ?? []
  const row = routes.find((each) => each.name === name)
  if (row)
    return (
      localizedPath(row.name, world) + queryString(Object.fromEntries(new URLSearchParams(query))) + anchor
    )
  // Of other schemes only those a reader expects behind words.
  if (/^[a-z][a-z\d+.-]*:/i.test(href.trim()) && !/^(https?|mailto|tel):/i.test(href))
    throw new RangeError(`No page is ${href}`)
  return href
}

function isLinkedKind(kind: string): kind is LinkedKind {
  return Object.hasOwn(routeOfKind, kind)
}

/** Whether a time lies between a beginning and an end, either of which may be open. */
export function isOpen(
  startsAt: Date | undefined,
  endsAt: Date | undefined,
  now: Date = new Date(),
): boolean {
  return !(startsAt && startsAt > now) && !(endsAt && endsAt <= now)
}
