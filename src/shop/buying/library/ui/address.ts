import { librarySorts } from '#shop/buying/folders/rules/library-sorts.ts'
import type { LibraryWish } from '../browser/library.ts'

/** The address of a part of the library, as pages write addresses: in alphabetical order, without what goes without saying. */
export function addressOf(path: string, { folder, page, query, sort }: LibraryWish): string {
  const params = new URLSearchParams()
  if (folder !== undefined) params.set('folder', String(folder))
  if (page > 1) params.set('page', String(page))
  if (query !== '') params.set('query', query)
  if (sort !== 'newest') params.set('sort', sort)
  return params.size === 0 ? path : `${path}?${params}`
}

/** What an address asks for; what it says wrongly it does not say. */
export function wishIn(search: string): LibraryWish {
  const params = new URLSearchParams(search)
  const asked = params.get('folder')
  const folder = asked === 'archive' ? asked : numberIn(asked)
  const page = numberIn(params.get('page')) ?? 1
  return {
    query: params.get('query')?.trim() ?? '',
    sort: librarySorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    page,
    ...(folder !== undefined && { folder }),
  }
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}
