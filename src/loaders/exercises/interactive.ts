import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { url } from '#platform/routing/url.ts'
import type { FacetKind } from '#platform/rules/contract/search.ts'
import { joinTags, readSearchInput, searchPage } from '#shop/catalogue/catalogue/server/service.ts'
import type { SearchPage } from '#shop/catalogue/catalogue/server/types.ts'

const shelfSize = 12

/** The landing of exercises: what is popular, and what is free. */
export async function loadInteractiveMain(context: Context) {
  const [popular, free] = await Promise.all([
    exercises(context, { sort: 'bestselling' }),
    exercises(context, { price: 'free' }),
  ])
  return {
    popular: popular.materials.slice(0, shelfSize),
    free: free.materials.slice(0, shelfSize),
    tags: joinTags(popular.tags, free.tags),
  }
}

/** The start page of exercises: categories with how many there are, what is new, what is free. */
export async function loadInteractiveHome(context: Context) {
  const [newest, free] = await Promise.all([
    exercises(context, { sort: 'newest' }),
    exercises(context, { price: 'free' }),
  ])
  return {
    newest: newest.materials.slice(0, shelfSize),
    free: free.materials.slice(0, shelfSize),
    subjects: categories(context, newest, 'subject'),
    grades: categories(context, newest, 'class_grade'),
    tags: joinTags(newest.tags, free.tags),
  }
}

/** One page of all materials with an exercise. @throws ProductError not_found after the last page */
export async function loadInteractiveMaterials(context: Context, query: URLSearchParams) {
  const page = query.get('page')
  const found = await exercises(context, page === null ? {} : { page })
  if (page !== null && (String(found.page) !== page || found.page > found.pageCount))
    throw new ProductError('not_found')
  return found
}

function exercises(context: Context, wish: Readonly<Record<string, string>>): Promise<SearchPage> {
  return searchPage(context, readSearchInput(new URLSearchParams({ interactive: 'yes', ...wish })))
}

/** Each value that leads to something, with its search. */
function categories({ world }: Context, { facets }: SearchPage, kind: FacetKind) {
  const values = facets.find((facet) => facet.kind === kind)?.values ?? []
  return values.flatMap(({ id, name, count }) =>
    count ? [{ name, count, url: url('search', { world, query: { interactive: 'yes', [kind]: id } }) }] : [],
  )
}
