import { ProductError } from '#shared/errors.ts'
import type { Context } from '../context.ts'
import { homePage } from '../features/catalogue/home.ts'
import { materialPage } from '../features/catalogue/service.ts'
import type { Elsewhere, MaterialPage } from '../features/catalogue/types.ts'
import { homeFacts, materialFacts, shareImagePath } from '../features/seo/share-image.ts'

type Params = Readonly<Record<string, string>>

export async function loadHome(context: Context) {
  const { world } = context
  const shareImage = shareImagePath(context, { world, kind: 'home', id: 0 }, homeFacts(world))
  return { ...(await homePage(context)), shareImage }
}

/** A material, or where else to go: another world, or the current slug. */
export async function loadMaterial(
  context: Context,
  params: Params,
): Promise<(MaterialPage & { shareImage: string }) | { moved: string }> {
  const page = found(await materialPage(context, Number(params.id)))
  if ('moved' in page) return page
  const { material } = page
  if (params.slug !== material.slug) return { moved: material.url }
  const address = { world: context.world, kind: 'material', id: material.id } as const
  return { ...page, shareImage: shareImagePath(context, address, materialFacts(material)) }
}

/** @throws ProductError not_found, gone */
export function found<T extends object>(answer: T | Elsewhere | undefined): T | { moved: string } {
  if (answer === undefined) throw new ProductError('not_found')
  if (answer === 'gone') throw new ProductError('gone')
  return 'redirectWorld' in answer ? { moved: answer.url } : answer
}
