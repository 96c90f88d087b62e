import type { Context } from '../context.ts'
import { homePage } from '../features/catalogue/discovery.ts'
import { homeFacts, shareImagePath } from '../features/seo/share-image.ts'

export async function loadHome(context: Context) {
  const { world } = context
  const shareImage = shareImagePath(context, { world, kind: 'home', id: 0 }, homeFacts(world))
  return { ...(await homePage(context)), shareImage }
}
