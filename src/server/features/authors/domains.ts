import type { DomainPage } from '#routing/domains.ts'
import { routes } from '#routing/routes.ts'
import { localizedPath, url } from '#routing/url.ts'
import { isLiveWorld, type LiveWorld } from '#routing/worlds.ts'
import type { Db } from '../../db/pool.ts'
import { state } from '../state.ts'
import { authorSlug, domainRows, materialOwner } from './domain-queries.ts'

declare module '../../context.ts' {
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
export interface AuthorDomain {
  host: string
  world: LiveWorld
  authorId: number
}

export interface AuthorDomains {
  /** The domain of a Host header in lower case, or undefined for any other host. From memory. */
  find(host: string): AuthorDomain | undefined
  /** Reads the table anew; called when the database says that it changed. */
  reload(): Promise<void>
}

/** The table of author domains in memory: every request asks it. Operators write the table (README). */
export async function createAuthorDomains(db: Db): Promise<AuthorDomains> {
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

/**
 * The path on the main site that a page of an author's domain shows; `isOwn` is false for somebody else's material,
 * which is only there. Undefined when there is no such page.
 */
export async function mainPathOf(
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
