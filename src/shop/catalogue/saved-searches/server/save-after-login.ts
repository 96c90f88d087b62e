import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { factsOf } from '#platform/http/access/authorize.ts'
import { may } from '#platform/permissions.ts'
import { url } from '#platform/routing/url.ts'
import { readSearchInput, searchParams } from '#shop/catalogue/catalogue/server/service.ts'
import { saveSearch } from './service.ts'

/** Stands in the address a stranger goes to after the login that was asked for by "save this search". */
const wish = 'save'

/** The login, after which the search of this query is saved. */
export function loginOnTheWay({ world }: Context, query: string | undefined): string {
  const params = tidy(query)
  const next = `${url('search', { world })}?${params}${params === '' ? '' : '&'}${wish}=1`
  return url('login', { world, query: { next } })
}

/** The results, with the word that the search is saved. */
export function savedAddress(context: Context, query: string | undefined): string {
  return `${resultsOf(context, query)}#search-saved`
}

/** The list is full, or there is nothing to search for: the results are there all the same, with a word about it. */
export function notSavedAddress(context: Context, query: string | undefined): string {
  return `${resultsOf(context, query)}#search-not-saved`
}

/**
 * After a login or a registration: when the way began with "save this search", it is saved now and the results are
 * where to go. Undefined when it did not, or when the terms have to be accepted first.
 */
export async function saveOnTheWay(
  context: Context,
  { next }: { next: string | undefined },
  tx: Db,
): Promise<{ goTo: string } | undefined> {
  const search = url('search', { world: context.world })
  if (next === undefined || !next.startsWith(`${search}?`)) return undefined
  const query = new URLSearchParams(next.slice(search.length))
  if (query.get(wish) !== '1' || !may(factsOf(context), 'saved-search.save')) return undefined
  const params = query.toString()
  try {
    await saveSearch({ ...context, db: tx }, { params: tidy(params) })
    return { goTo: savedAddress(context, params) }
  } catch (error) {
    if (!(error instanceof ProductError) || error.fields === undefined) throw error
    return { goTo: notSavedAddress(context, params) }
  }
}

function resultsOf({ world }: Context, query: string | undefined): string {
  const params = tidy(query)
  return `${url('search', { world })}${params === '' ? '' : `?${params}`}`
}

function tidy(query: string | undefined): string {
  return searchParams(readSearchInput(new URLSearchParams(query ?? '')))
}
