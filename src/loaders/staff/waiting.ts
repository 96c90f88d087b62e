import type { Deps } from '#platform/context/context.ts'
import type { Waiting } from '#platform/context/product.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { CaseKind } from '#platform/rules/contract/moderation.ts'
import { waitingCases } from '#shop/community/moderation/server/service.ts'
import { waitingTexts } from '#shop/content/editorial/server/service.ts'
import { waitingTickets } from '#shop/content/tickets/server/service.ts'
import { waitingTasks } from '#shop/money/operator-tasks/server/service.ts'
import { overdueInvoices, waitingRequests } from '#shop/money/orders/server/service.ts'
import { waitingPayouts } from '#shop/money/payouts/server/service.ts'
import { waitingSchools } from '#shop/schools/schools/server/service.ts'

interface Row {
  world: string
  count: number
}

/** What waits for somebody of the platform, in the order of the overview; each page's numbers stand beside its link, too. */
export async function loadWaiting(deps: Pick<Deps, 'db'>): Promise<readonly Waiting[]> {
  const [cases, tasks, requests, invoices, payouts, texts, tickets, schools] = await Promise.all([
    waitingCases(deps),
    waitingTasks(deps),
    waitingRequests(deps),
    overdueInvoices(deps),
    waitingPayouts(deps),
    waitingTexts(deps),
    waitingTickets(deps),
    waitingSchools(deps),
  ])
  const casesOf = (kind: CaseKind) => ({
    page: 'moderation' as const,
    query: { kind },
    counts: byWorld(cases.filter((row) => row.kind === kind)),
  })
  const textsOf = (state: 'draft' | 'in-review' | 'scheduled') => ({
    page: 'console-texts' as const,
    query: { state },
    counts: byWorld(texts.filter((row) => row.state === state)),
  })
  return [
    { label: 'console-frame:waiting.tickets', page: 'console-tickets', query: {}, counts: byWorld(tickets) },
    { label: 'console-frame:waiting.reports', ...casesOf('report') },
    { label: 'console-frame:waiting.appeals', ...casesOf('appeal') },
    { label: 'console-frame:waiting.listings', ...casesOf('listing') },
    { label: 'console-frame:waiting.tasks', page: 'operator-tasks', query: {}, counts: byWorld(tasks) },
    { label: 'console-frame:waiting.refunds', page: 'operator-tasks', query: {}, counts: byWorld(requests) },
    { label: 'console-frame:waiting.invoices', page: 'operator-tasks', query: {}, counts: byWorld(invoices) },
    { label: 'console-frame:waiting.payouts', page: 'finance-payouts', query: {}, counts: byWorld(payouts) },
    { label: 'console-frame:waiting.inReview', ...textsOf('in-review') },
    { label: 'console-frame:waiting.schools', page: 'console-schools', query: {}, counts: byWorld(schools) },
    { label: 'console-frame:waiting.drafts', ...textsOf('draft') },
    { label: 'console-frame:waiting.scheduled', ...textsOf('scheduled') },
  ]
}

function byWorld(rows: readonly Row[]): Partial<Record<LiveWorld, number>> {
  return Object.fromEntries(rows.map(({ world, count }) => [world, count]))
}
