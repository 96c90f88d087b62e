import type { Context } from '#platform/context/context.ts'
import { factsOf } from '#platform/http/access/authorize.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { translator } from '#platform/i18n/translate.ts'
import { maxQueryLength } from '#platform/limits.ts'
import { mayOpen } from '#platform/permissions.ts'
import { isOfConsole } from '#platform/routing/kinds.ts'
import { routes } from '#platform/routing/routes.ts'
import { localizedPath, url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { folded } from '#platform/rules/find-in-texts.ts'
import { listTexts, writableWorlds } from '#shop/content/editorial/server/service.ts'
import { findOrders } from '#shop/money/orders/server/service.ts'
import { findMembers } from '#shop/people/login-as/server/service.ts'

const shownTexts = 20

export interface Found {
  name: string
  href: string
  /** What tells it from others of the name. */
  note?: string
}

/** What the console has by these words: its pages, texts of this world, members and orders, each where this visitor may go on with it. */
export async function loadConsoleSearch(context: Context, asked: URLSearchParams) {
  const query = (asked.get('query') ?? '').slice(0, maxQueryLength).trim()
  if (query === '') return { query, pages: [], texts: [], people: [], orders: [] }
  const facts = factsOf(context)
  const [texts, people, orders] = await Promise.all([
    mayOpen(facts, 'editor') ? textsFound(context, query) : [],
    mayOpen(facts, 'admin') ? peopleFound(context, query) : [],
    mayOpen(facts, 'finance') ? ordersFound(context, query) : [],
  ])
  return { query, pages: pagesFound(context, query), texts, people, orders }
}

function pagesFound(context: Context, query: string): Found[] {
  const { world } = context
  const t = translator(world)
  const facts = factsOf(context)
  return routes.flatMap((row) => {
    if (!isOfConsole(row) || row.nav === undefined || !mayOpen(facts, row.access)) return []
    const name = t(row.nav.label)
    const words = `${name} ${t(`meta:${row.name}.title`)} ${t(`meta:${row.name}.description`)}`
    return folded(words).includes(folded(query)) ? [{ name, href: localizedPath(row.name, world) }] : []
  })
}

async function textsFound(context: Context, query: string): Promise<Found[]> {
  const { world } = context
  const t = translator(world)
  // An editor in a world that is not theirs has the pages alone.
  if (!(await writableWorlds(context)).includes(world)) return []
  const { texts } = await listTexts(context, { query })
  return texts
    .filter(({ state }) => state !== 'missing')
    .slice(0, shownTexts)
    .map(({ kind, key, title, state }) => ({
      name: title,
      href: url('console-text', { world, kind, key }),
      note: `${t(`console:kinds.${kind}`)}, ${t(`console:states.${state}`)}`,
    }))
}

async function peopleFound(context: Context, query: string): Promise<Found[]> {
  const { world } = context
  const found = await findMembers(context, query)
  return found.map((member) => ({
    name: member.publicName,
    href: url('login-as', { world, query: { member: member.id } }),
    note: `${member.email}, ${member.world}, ${member.id}`,
  }))
}

async function ordersFound(context: Context, query: string): Promise<Found[]> {
  const found = await findOrders(context, query)
  return found.map(({ world, reference, number, placedAt }) => ({
    name: number ?? reference,
    href: url('operator-tasks', { world: world as LiveWorld, query: { order: reference } }),
    note: `${world}, ${formatDate(placedAt, context.world, 'dateTime')}`,
  }))
}
