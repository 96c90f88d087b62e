import { mayOpen, type VisitorFacts } from '#platform/permissions.ts'
import type { NavEntry, NavGroup } from '#platform/routing/kinds.ts'
import { type Route, type RouteName, routes } from '#platform/routing/routes.ts'

export interface NavLink extends NavEntry {
  name: RouteName
  /** `true`: the open page belongs to this one. */
  current: 'page' | 'true' | undefined
  /** What waits there. */
  waiting?: number
}

/** A navigation as this visitor sees it: of these groups those that have a link, read off the route table. */
export function sideNav(
  visitor: VisitorFacts,
  open: Route,
  groups: readonly NavGroup[],
): { group: NavGroup; links: NavLink[] }[] {
  const links = routes.flatMap((row): NavLink[] => {
    const { nav, access, name } = row
    if (nav === undefined || !mayOpen(visitor, access)) return []
    if (nav.shownTo !== undefined && !visitor.who.has(nav.shownTo)) return []
    return [{ ...nav, name, current: currentOf(row, open) }]
  })
  return groups
    .map((group) => ({ group, links: links.filter((link) => link.group === group) }))
    .filter((each) => each.links.length > 0)
}

function currentOf({ name }: Route, open: Route): NavLink['current'] {
  if (name === open.name) return 'page'
  return name === open.under ? 'true' : undefined
}
