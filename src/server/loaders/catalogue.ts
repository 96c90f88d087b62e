import { ProductError } from '#shared/errors.ts'
import type { Context } from '../context.ts'
import { homePage } from '../features/catalogue/discovery.ts'
import { authorPage, materialPage } from '../features/catalogue/service.ts'
import type { AuthorPage, Elsewhere, MaterialPage } from '../features/catalogue/types.ts'

type Params = Readonly<Record<string, string>>

export function loadHome(context: Context) {
  return homePage(context)
}

/** A material, or where else to go: another world, or the current slug. */
export async function loadMaterial(
  context: Context,
  params: Params,
): Promise<MaterialPage | { moved: string }> {
  const page = found(await materialPage(context, Number(params.id)))
  if ('moved' in page) return page
  return params.slug === page.material.slug ? page : { moved: page.material.url }
}

/** An author with one page of materials, or where else to go. */
export async function loadAuthor(
  context: Context,
  params: Params,
  query: URLSearchParams,
): Promise<AuthorPage | { moved: string }> {
  // Further pages are found by cursor: any number is after the last one.
  if (query.has('page')) throw new ProductError('not_found')
  const page = found(await authorPage(context, Number(params.id), query.get('after') ?? undefined))
  if ('moved' in page) return page
  return params.slug === page.author.slug ? page : { moved: page.author.url }
}

/** @throws ProductError not_found, gone */
function found<T extends object>(answer: T | Elsewhere | undefined): T | { moved: string } {
  if (answer === undefined) throw new ProductError('not_found')
  if (answer === 'gone') throw new ProductError('gone')
  return 'redirectWorld' in answer ? { moved: answer.url } : answer
}
