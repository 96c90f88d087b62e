import { ProductError } from '#shared/errors.ts'
import type { Context } from '../context.ts'
import { homePage } from '../features/catalogue/discovery.ts'
import { authorPage } from '../features/catalogue/service.ts'
import type { AuthorPage, Elsewhere } from '../features/catalogue/types.ts'
import { authorFacts, homeFacts, shareImagePath } from '../features/seo/share-image.ts'

type Params = Readonly<Record<string, string>>

export async function loadHome(context: Context) {
  const { world } = context
  const shareImage = shareImagePath(context, { world, kind: 'home', id: 0 }, homeFacts(world))
  return { ...(await homePage(context)), shareImage }
}

/** An author with one page of materials, or where else to go. */
export async function loadAuthor(
  context: Context,
  params: Params,
  query: URLSearchParams,
): Promise<(AuthorPage & { shareImage: string }) | { moved: string }> {
  // Further pages are found by cursor: any number is after the last one.
  if (query.has('page')) throw new ProductError('not_found')
  const page = found(await authorPage(context, Number(params.id), query.get('after') ?? undefined))
  if ('moved' in page) return page
  const { author } = page
  if (params.slug !== author.slug) return { moved: author.url }
  const address = { world: context.world, kind: 'author', id: author.id } as const
  return { ...page, shareImage: shareImagePath(context, address, authorFacts(author)) }
}

/** @throws ProductError not_found, gone */
export function found<T extends object>(answer: T | Elsewhere | undefined): T | { moved: string } {
  if (answer === undefined) throw new ProductError('not_found')
  if (answer === 'gone') throw new ProductError('gone')
  return 'redirectWorld' in answer ? { moved: answer.url } : answer
}
