import type { Deps, Visitor } from '#platform/context/context.ts'
import type { ConsoleFrame, Shell } from '#platform/context/product.ts'
import { landingsTag } from '#platform/events/page-tags.ts'
import { isOfConsole } from '#platform/routing/kinds.ts'
import { type RouteName, routeOf } from '#platform/routing/routes.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { termLandings } from '#shop/catalogue/hubs/server/service.ts'
import { pageShareImage } from '#shop/catalogue/seo/server/service.ts'
import { writableWorlds } from '#shop/content/editorial/server/service.ts'
import { loadWaiting } from './staff/waiting.ts'

/** What every page shows beside its own: the menu, the picture of those that have none of theirs, in the console what waits. */
export async function everyPage(
  deps: Deps,
  world: LiveWorld,
  route: RouteName,
  visitor: Visitor,
): Promise<{ shell: Shell; shareImage: string | undefined; console?: ConsoleFrame }> {
  const shareImage = pageShareImage(deps, world, route)
  if (!isOfConsole(routeOf(route))) return { shell: await shellOf(deps, world), shareImage }
  const [shell, waiting, writable] = await Promise.all([
    shellOf(deps, world),
    loadWaiting(deps),
    writableWorlds({ ...deps, visitor }),
  ])
  return { shell, shareImage, console: { waiting, writable } }
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
  return ['taxonomy', landingsTag(world)]
}

function termsOf({ taxonomy }: Pick<App, 'taxonomy'>, world: LiveWorld, kind: Kind) {
  return taxonomy
    .terms(world, kind)
    .filter(({ data }) => kind !== 'school_type' || data.kind === 'leaf')
    .map(({ id, name }) => ({ kind, id, name }))
}
