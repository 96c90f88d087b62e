import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { hubPage, hubPageUrl, hubsForSearch, hubsOfMaterial } from '#shop/catalogue/hubs/server/service.ts'
import type { HubKind, HubLink, HubPage } from '#shop/catalogue/hubs/server/types.ts'
import { hubFacts, shareImagePath } from '#shop/catalogue/seo/server/service.ts'

type Params = Readonly<Record<string, string>>

/**
 * A landing, or where else to go; a redirect keeps the page that was asked for.
 * @throws ProductError not_found for no such landing, one without public materials, or a page after the last one
 */
export async function loadHub(
  context: Context,
  kind: HubKind,
  params: Params,
  query: URLSearchParams,
): Promise<(HubPage & { shareImage: string; pageUrl: (page: number) => string }) | { moved: string }> {
  const number = Number(query.get('page') ?? 1)
  const page = await hubPage(context, kind, params, number)
  if (page === undefined || page === 'gone') throw new ProductError('not_found')
  if ('redirectWorld' in page) return { moved: hubPageUrl(page, number) }
  if ('moved' in page) return { moved: hubPageUrl({ url: page.moved }, number) }
  const { world } = context
  const address = { world, kind: 'hub', id: page.id } as const
  const shareImage = shareImagePath(context, address, hubFacts(world, page.name))
  return { ...page, shareImage, pageUrl: (wanted) => hubPageUrl(page, wanted) }
}

/** Landings a material belongs to, for its page; none for one that is not published. */
export function loadMaterialHubs(context: Context, materialId: number): Promise<HubLink[]> {
  return hubsOfMaterial(context, materialId)
}

/** Landings beside the results of a search. Corrected words count as the words. */
export function loadSearchHubs(
  context: Context,
  found: { query: string; correctedQuery: string | null; materials: readonly { id: number }[] },
): Promise<{ exact: HubLink | undefined; near: HubLink[]; tags: string[] }> {
  return hubsForSearch(
    context,
    found.correctedQuery ?? found.query,
    found.materials.map(({ id }) => id),
  )
}
