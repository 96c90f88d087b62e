import { url } from '#routing/url.ts'
import { idSchema } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import type { FormHandler } from '../../api/form.ts'
import { type Context, memberOf } from '../../context.ts'
import { readSearchInput, searchParams } from '../catalogue/search-input.ts'
import { changeSearch, deleteSearch, restoreSearch, saveSearch } from './service.ts'

/** Stands in the address a stranger goes to after the login that was asked for by "save this search". */
const wish = 'save'

/**
 * On the search page, which is the same HTML for everybody: `action=save` with `params`, the query of the address. A
 * stranger is led to the login and comes back with the search saved.
 */
export const searchForm: FormHandler = {
  access: 'public',
  rate: 'write',
  body: 'urlencoded',
  async handle(context, form) {
    if (form.values.action !== 'save') throw new ProductError('malformed_request')
    const { world } = context
    const params = searchParams(readSearchInput(new URLSearchParams(form.values.params ?? '')))
    const member = memberOf(context)
    if (member?.agbAccepted) return { redirect: await savedAddress(context, params) }
    const next = `${url('search', { world })}?${params}${params === '' ? '' : '&'}${wish}=1`
    return { redirect: url('login', { world, query: { next } }) }
  },
}

/**
 * Where to go after a login or a registration: when the way began with "save this search", it is saved now and the
 * address is that of its results. Undefined when it did not.
 */
export async function savedOnTheWay(context: Context, next: string | undefined): Promise<string | undefined> {
  const search = url('search', { world: context.world })
  if (next === undefined || !next.startsWith(`${search}?`)) return undefined
  const query = new URLSearchParams(next.slice(search.length))
  return query.get(wish) === '1'
    ? await savedAddress(context, searchParams(readSearchInput(query)))
    : undefined
}

async function savedAddress(context: Context, params: string): Promise<string> {
  const address = `${url('search', { world: context.world })}${params === '' ? '' : `?${params}`}`
  try {
    await saveSearch(context, { params })
    return `${address}#search-saved`
  } catch (error) {
    // The list is full, or there is nothing to search for: the results are there all the same, with a word about it.
    if (!(error instanceof ProductError) || error.fields === undefined) throw error
    return `${address}#search-not-saved`
  }
}

/**
 * Adds the list of saved searches to the form of the account page: `action` = `rename-search` (`name`), `mail-search`
 * (`wants_mail`), `delete-search` or `restore-search`, each with `id`.
 */
export function withSavedSearches(form: FormHandler): FormHandler {
  return {
    ...form,
    async handle(context, input) {
      const { action, id, name, wants_mail } = input.values
      const act = {
        'rename-search': (own: number) => changeSearch(context, own, { name: name ?? '' }),
        'mail-search': (own: number) => changeSearch(context, own, { wantsMail: wants_mail === '1' }),
        'delete-search': (own: number) => deleteSearch(context, own),
        'restore-search': (own: number) => restoreSearch(context, own),
      }[action ?? '']
      if (act === undefined) return await form.handle(context, input)
      const own = idSchema.safeParse(id)
      if (!own.success) throw new ProductError('not_found')
      await act(own.data)
      const query = action === 'delete-search' ? { deleted: own.data } : {}
      return { redirect: `${url('account', { world: context.world, query })}#saved-searches` }
    },
  }
}
