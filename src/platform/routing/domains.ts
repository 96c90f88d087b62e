import { isId } from './pattern.ts'

/**
 * The addresses on an author's own domain (specification 2, 6). They are no rows of the route table: they stand outside
 * the worlds, each shows a page of the main site, and that page's address is their canonical one.
 */
export type DomainPage =
  | { name: 'author-domain-main' | 'author-domain-materials' | 'author-domain-blog' }
  | { name: 'author-domain-material'; id: number }

const fixed: ReadonlyMap<string, Exclude<DomainPage, { id: number }>> = new Map([
  ['/', { name: 'author-domain-main' }],
  ['/materials', { name: 'author-domain-materials' }],
  ['/blog', { name: 'author-domain-blog' }],
])

/** What a raw path on an author's domain asks for: `/`, `/blog`, `/materials`, `/material/{id}/{slug?}`; else undefined. */
export function matchDomainPath(pathname: string): DomainPage | undefined {
  const page = fixed.get(pathname)
  if (page) return page
  const [, id] = /^\/material\/([^/]+)(?:\/[^/]+)?$/.exec(pathname) ?? []
  return id !== undefined && isId(id) ? { name: 'author-domain-material', id: Number(id) } : undefined
}
