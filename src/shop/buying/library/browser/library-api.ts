import { http } from '#platform/browser/client.ts'
import type { Library } from '#shop/buying/folders/rules/library-contract.ts'
import type { LibrarySort } from '#shop/buying/folders/rules/library-sorts.ts'

/** What of the library is shown; `undefined` is what an address without it shows. */
export interface LibraryWish {
  /** A folder's id or `archive`; undefined: all but the archive. */
  folder?: number | 'archive' | undefined
  /** Words, as typed. */
  query: string
  sort: LibrarySort
  page: number
}

export async function viewLibrary({ folder, query, sort, page }: LibraryWish): Promise<Library> {
  return http.get('/v1/library', {
    query: {
      sort,
      page,
      ...(query !== '' && { query }),
      ...(folder !== undefined && { folder: String(folder) }),
    },
  })
}
