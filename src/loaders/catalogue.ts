import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { textsTag } from '#platform/routing/articles.ts'
import { url } from '#platform/routing/url.ts'
import { homePage, joinTags } from '#shop/catalogue/catalogue/server/service.ts'
import type { Elsewhere } from '#shop/catalogue/catalogue/server/types.ts'
import { homeSliders, linkTags, popularTopics } from '#shop/catalogue/hubs/server/service.ts'
import { homeFacts, shareImagePath } from '#shop/catalogue/seo/server/service.ts'
import { frontSlot } from '#shop/content/editorial/server/service.ts'
import { loadArticles } from './editorial.ts'

const topicCount = 6

/**
 * The shelves of the catalogue and the ways to the landings: school types, subjects, grades, topics. How much the landings
 * hold, and which new ones there are, is as old as the page, a minute: with all their tags each publication would drop it.
 */
export async function loadHome(context: Context) {
  const { world } = context
  const shareImage = shareImagePath(context, { world, kind: 'home', id: 0 }, homeFacts(world))
  const [page, sliders, topics, [article]] = await Promise.all([
    homePage(context),
    homeSliders(context),
    popularTopics(context, topicCount),
    loadArticles(context, 'magazine'),
  ])
  const links = [...sliders.schoolTypes, ...sliders.subjects, ...sliders.grades, ...topics]
  const texts = (['magazine', 'slot'] as const).map((kind) => textsTag(kind, world))
  const [slot, all] = [frontSlot(context, 'home'), url('search', { world })]
  return {
    ...page,
    ...sliders,
    topics,
    article,
    slot,
    all,
    shareImage,
    tags: joinTags(page.tags, linkTags(links), texts),
  }
}

/**
 * What a service found, or where else to go.
 * @throws ProductError not_found, gone
 */
export function found<T extends object>(answer: T | Elsewhere | undefined): T | { moved: string } {
  if (answer === undefined) throw new ProductError('not_found')
  if (answer === 'gone') throw new ProductError('gone')
  return 'redirectWorld' in answer ? { moved: answer.url } : answer
}
