import type { Context } from '#platform/context/context.ts'
import type { ModerationFigures } from '#platform/rules/contract/moderation.ts'
import { appealCounts, decisionCounts, medianHours, noticeCounts } from './figures-queries.ts'

/** What a year's transparency report says of this world (Digital Services Act, articles 15 and 24). */
export async function yearlyFigures(
  { db, world }: Pick<Context, 'db' | 'world'>,
  year: number,
): Promise<ModerationFigures> {
  const span = { from: new Date(Date.UTC(year, 0)), until: new Date(Date.UTC(year + 1, 0)) }
  const [notices, decisions, median, appeals] = await Promise.all([
    noticeCounts(db, world, span),
    decisionCounts(db, world, span),
    medianHours(db, world, span),
    appealCounts(db, world, span),
  ])
  return {
    year,
    notices,
    decisions: decisions.map(({ outcome, ground, category, count }) => ({
      outcome,
      ground,
      category,
      count,
    })),
    medianHours: rounded(median.report),
    appeals,
    appealMedianHours: rounded(median.appeal),
    strikes: decisions.reduce((sum, row) => sum + row.strikes, 0),
    pauses: decisions.reduce((sum, row) => sum + row.pauses, 0),
  }
}

/** The same as a table for the report: names and numbers of ours alone, so no program takes a cell for a formula. */
export function figuresCsv(figures: ModerationFigures): string {
  const rows: (string | number)[][] = [
    ['figure', 'detail', 'ground', 'category', 'value'],
    ...figures.notices.map(({ reason, count }) => ['notices', '', '', reason, count]),
    ...figures.decisions.map((row) => ['decisions', row.outcome, row.ground, row.category, row.count]),
    ['median_hours_of_notices', '', '', '', figures.medianHours ?? ''],
    ...figures.appeals.map(({ by, outcome, count }) => [
      `appeals_by_${by}`,
      outcome ?? 'open',
      '',
      '',
      count,
    ]),
    ['median_hours_of_appeals', '', '', '', figures.appealMedianHours ?? ''],
    ['strikes', '', '', '', figures.strikes],
    ['publishing_paused', '', '', '', figures.pauses],
    ['decisions_by_automated_means', '', '', '', 0],
  ]
  return `${rows.map((row) => row.join(',')).join('\r\n')}\r\n`
}

function rounded(hours: number | null): number | null {
  return hours === null ? null : Math.round(hours * 10) / 10
}
