import type { Context } from '#platform/context/context.ts'
import { caseKinds } from '#platform/rules/contract/moderation.ts'
import { readWholeNumber } from '#platform/rules/contract/number.ts'
import { appealPage, listCases, yearlyFigures } from '#shop/community/moderation/server/service.ts'
import { unlessOver } from '../mail-links.ts'

const firstYear = 2026

/** What waits at the moderation desk, or what was decided; of one kind, or all. */
export async function loadDesk(context: Context, query: URLSearchParams) {
  const isOpen = query.get('state') !== 'decided'
  const kind = caseKinds.find((each) => each === query.get('kind'))
  const page = await listCases(context, { isOpen, kind, after: query.get('after') ?? undefined })
  return { ...page, isOpen, kind }
}

/** A year's figures, this one's without a choice, and the years there are. */
export async function loadModerationFigures(context: Context, query: URLSearchParams) {
  const thisYear = new Date().getUTCFullYear()
  const years = Array.from({ length: thisYear - firstYear + 1 }, (_, index) => thisYear - index)
  const year = readWholeNumber(query.get('year'), firstYear, thisYear) ?? thisYear
  return { figures: await yearlyFigures(context, year), years }
}

/** The decision a complaint is about; undefined when the link is over. */
export async function loadAppeal(context: Context, { token = '' }: Readonly<Record<string, string>>) {
  return await unlessOver(appealPage(context, token))
}
