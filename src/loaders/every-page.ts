import type { Context, Deps } from '#platform/context/context.ts'
import type { ConsoleFrame, Shell, Waiting } from '#platform/context/product.ts'
import { landingsTag } from '#platform/events/page-tags.ts'
import { sellerOf } from '#platform/http/access/access.ts'
import { frameTags } from '#platform/routing/articles.ts'
import { isOfConsole } from '#platform/routing/kinds.ts'
import { type RouteName, routeOf } from '#platform/routing/routes.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { termLandings } from '#shop/catalogue/hubs/server/service.ts'
import { pageShareImage } from '#shop/catalogue/seo/server/service.ts'
import { waitingQuestions, waitingReviews } from '#shop/community/feedback/server/service.ts'
import { writableWorlds } from '#shop/content/editorial/server/service.ts'
import { loadWaiting } from './staff/waiting.ts'

/** What every page shows beside its own: the menu, the picture of those that have none of theirs, in account and console what waits. */
export async function everyPage(
  context: Context,
  world: LiveWorld,
  route: RouteName,
): Promise<{
  shell: Shell
  shareImage: string | undefined
  console?: ConsoleFrame
  waiting?: readonly Waiting[]
}> {
  const shareImage = pageShareImage(context, world, route)
  const [shell, frame] = await Promise.all([shellOf(context, world), frameOf(context, route)])
  return { shell, shareImage, ...frame }
}

/** What stands beside a page with a navigation: for staff the lists of the console, for authors what others asked them. */
async function frameOf(
  context: Context,
  route: RouteName,
): Promise<{ console?: ConsoleFrame; waiting?: readonly Waiting[] }> {
  const row = routeOf(route)
  if (isOfConsole(row)) {
    const [waiting, writable] = await Promise.all([loadWaiting(context), writableWorlds(context)])
    return { console: { waiting, writable } }
  }
  if ((row.nav ?? row.under) === undefined || sellerOf(context) === undefined) return {}
  const [questions, reviews] = await Promise.all([waitingQuestions(context), waitingReviews(context)])
  const counts = { [context.world]: questions.length + reviews.length }
  return { waiting: [{ label: 'cabinet-sales:nav.materials', page: 'cabinet-sales', query: {}, counts }] }
}

type App = Pick<Deps, 'cache' | 'db' | 'taxonomy'>
const cachedSeconds = 3600

/**
 * The menu of every page: subjects, school types and grades with a landing worth a visit. Before the first one was read from the
 * database, error pages have all of the taxonomy, as searches.
 */
export function shellOf({ cache, db, taxonomy }: App, world: LiveWorld): Promise<Shell> {
  const made = cache.get(`shell ${world}`, { seconds: cachedSeconds, tags: tagsOf(world) }, async () => {
    const terms = kinds.flatMap((kind) => termsOf({ taxonomy }, world, kind))
    const landings = await termLandings({ cache, db, taxonomy, world }, terms)
    return shell({ taxonomy }, world, (kind, id) => landings.get(`${kind} ${id}`))
  })
  return made.catch(() =>
    shell({ taxonomy }, world, (kind, id) => url('search', { world, query: { [kind]: id } })),
  )
}

const kinds = ['subject', 'school_type', 'class_grade'] as const
type Kind = (typeof kinds)[number]

function shell(
  app: Pick<App, 'taxonomy'>,
  world: LiveWorld,
  address: (kind: Kind, id: string) => string | undefined,
): Shell {
  const links = (kind: Kind) =>
    termsOf(app, world, kind).flatMap(({ id, name }) => {
      const target = address(kind, id)
      return target === undefined ? [] : [{ id, name, url: target }]
    })
  return {
    subjects: links('subject'),
    schoolTypes: links('school_type'),
    grades: links('class_grade'),
    tags: tagsOf(world),
  }
}

function tagsOf(world: LiveWorld): string[] {
  return ['taxonomy', landingsTag(world), ...frameTags(world)]
}

function termsOf({ taxonomy }: Pick<App, 'taxonomy'>, world: LiveWorld, kind: Kind) {
  return taxonomy
    .terms(world, kind)
    .filter(({ data }) => kind !== 'school_type' || data.kind === 'leaf')
    .map(({ id, name }) => ({ kind, id, name }))
}
