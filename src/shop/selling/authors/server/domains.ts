import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { state } from '#platform/features/state.ts'
import type { MirroredPage, MirrorHost } from '#platform/http/listen/mirror.ts'
import { type DomainPage, matchDomainPath } from '#platform/routing/domains.ts'
import { matchAddress } from '#platform/routing/match.ts'
import { routes } from '#platform/routing/routes.ts'
import { localizedPath, url } from '#platform/routing/url.ts'
import { isLiveWorld, type LiveWorld } from '#platform/routing/worlds.ts'
import { authorSlug, domainRows, materialOwner } from './queries.ts'

declare module '#platform/context/context.ts' {
  interface Deps {
    authorDomains: AuthorDomains
  }
}

/** Authors' own domains in memory: every request asks for its host. */
export const authorDomainsState = state({
  name: 'authorDomains',
  make: ({ db }) => createAuthorDomains(db),
  reloadOn: ['author-domains'],
  reload: ({ authorDomains }) => authorDomains.reload(),
})

/** A host name that shows one author's shop. */
interface AuthorDomain {
  host: string
  world: LiveWorld
  authorId: number
}

interface AuthorDomains {
  /** The domain of a Host header in lower case, or undefined for any other host. From memory. */
  find(host: string): AuthorDomain | undefined
  /** Reads the table anew; called when the database says that it changed. */
  reload(): Promise<void>
}

/** The table of author domains in memory: every request asks it. Operators write the table (README). */
async function createAuthorDomains(db: Db): Promise<AuthorDomains> {
  let byHost = new Map<string, AuthorDomain>()

  async function reload(): Promise<void> {
    const rows = await domainRows(db)
    byHost = new Map(
      rows.flatMap(({ host, world, author_id }) =>
        isLiveWorld(world) ? [[host, { host, world, authorId: author_id }] as const] : [],
      ),
    )
  }

  await reload()
  return { find: (host) => byHost.get(host), reload }
}

/** The mirror of a Host header in lower case: an author's own domain shows their shop, their posts and their materials. */
export function authorMirror(
  { db, authorDomains }: Pick<Deps, 'db' | 'authorDomains'>,
  host: string,
): MirrorHost | undefined {
  const domain = authorDomains.find(host)
  if (domain === undefined) return undefined
  const { world } = domain
  return { host, world, tags: ['author-domains'], pageAt: (pathname) => pageAt(db, domain, pathname) }
}

async function pageAt(db: Db, domain: AuthorDomain, pathname: string): Promise<MirroredPage | undefined> {
  const page = matchDomainPath(pathname)
  if (page !== undefined) return await mainPathOf(db, domain, page)
  const here = await ownMaterial(db, domain, pathname)
  return here === undefined ? undefined : { here }
}

/** The main site's address of one of this author's materials, as it is called here. */
async function ownMaterial(db: Db, domain: AuthorDomain, pathname: string): Promise<string | undefined> {
  const match = matchAddress(pathname)
  if (match.kind !== 'page' || match.route.name !== 'material' || match.world !== domain.world)
    return undefined
  const id = Number(match.params.id)
  const main = await mainPathOf(db, domain, { name: 'author-domain-material', id })
  if (!main?.isOwn) return undefined
  return main.path.replace(localizedPath('material', domain.world, { id }), `/material/${id}`)
}

/**
 * The path on the main site that a page of an author's domain shows; `isOwn` is false for somebody else's material,
 * which is only there. Undefined when there is no such page.
 */
async function mainPathOf(
  db: Db,
  domain: AuthorDomain,
  page: DomainPage,
): Promise<{ path: string; isOwn: boolean } | undefined> {
  const { world, authorId } = domain
  if (page.name === 'author-domain-material') {
    const material = await materialOwner(db, world, page.id)
    if (material === undefined) return undefined
    const path = url('material', { world, id: page.id, slug: material.slug })
    return { path, isOwn: material.author_id === authorId }
  }
  const slug = await authorSlug(db, authorId)
  if (slug === undefined) return undefined
  if (page.name !== 'author-domain-blog')
    return { path: url('author', { world, id: authorId, slug }), isOwn: true }
  const blog = routes.find((row) => (row.name as string) === 'author-blog')
  if (blog === undefined) return undefined
  return { path: localizedPath(blog.name, world, { id: authorId, slug: slug || '-' }), isOwn: true }
}
