import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { awayTextMaxLength, maxAwayDays } from '#platform/limits.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { dayAt, dayStart, isDay, nextDay } from '#platform/rules/money/day.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { authorChanged } from './events.ts'
import { awayRow, turnAway, writeAway } from './queries.ts'

const authorsAtOnce = 200
const dayMs = 86_400_000

/** When an author is away, as the form has it: days of the world, the last one included; empty when nothing is planned. */
interface Away {
  from: string
  until: string
  text: string
}

/** The author's own words about being away; what is over is shown no more. */
export async function ownAway(context: Context): Promise<Away> {
  const { accountId, homeWorld } = requireMember(context)
  const row = await awayRow(context.db, accountId)
  if (!row?.away_from || !row.away_until || row.away_until.getTime() <= Date.now())
    return { from: '', until: '', text: row?.away_text ?? '' }
  const { timeZone } = worldOf(homeWorld as LiveWorldCode)
  return {
    from: dayAt(row.away_from, timeZone),
    until: dayAt(new Date(row.away_until.getTime() - 1), timeZone),
    text: row.away_text,
  }
}

/**
 * Says when the author is away and what visitors read then; without days nobody is. Materials stay for sale.
 * @throws ProductError invalid_input with the fields
 */
export async function saveAway(context: Context, input: Away): Promise<void> {
  const { accountId: authorId, homeWorld } = requireMember(context)
  const world = homeWorld as LiveWorldCode
  const { timeZone } = worldOf(world)
  const text = cleanText(input.text)
  const fields = wrongFields(input, dayAt(new Date(), timeZone))
  if (text.length > awayTextMaxLength) fields.text = 'too_long'
  if (Object.keys(fields).length > 0) throw new ProductError('invalid_input', { fields })
  const from = input.from === '' ? null : dayStart(input.from, timeZone)
  const until = input.until === '' ? null : dayStart(nextDay(input.until), timeZone)
  await transaction(context.db, async (tx) => {
    await writeAway(tx, authorId, { from, until, text })
    await emit(context, tx, authorChanged, { authorId, world })
  })
}

function wrongFields({ from, until }: Away, today: string): FieldErrors {
  if (from === '' && until === '') return {}
  const fields: FieldErrors = {}
  if (!isDay(from)) fields.from = from === '' ? 'required' : 'invalid'
  if (!isDay(until)) fields.until = until === '' ? 'required' : 'invalid'
  if (Object.keys(fields).length > 0) return fields
  const days = (Date.parse(until) - Date.parse(from)) / dayMs
  if (until < today || days < 0 || days > maxAwayDays) fields.until = 'invalid'
  // Far years are days, too, and nobody plans them.
  if (Date.parse(from) - Date.parse(today) > 2 * 366 * dayMs) fields.from = 'invalid'
  return fields
}

/** The job `turn_away`: pages of who left or came back are made anew. Nothing is lost when it runs late or twice. */
export async function noteAway(deps: Deps): Promise<void> {
  for (;;) {
    const turned = await transaction(deps.db, async (tx) => {
      const rows = await turnAway(tx, authorsAtOnce)
      for (const { account_id: authorId, world } of rows) {
        const context = strangerContext(deps, world as LiveWorldCode)
        await emit(context, tx, authorChanged, { authorId: Number(authorId), world: context.world })
      }
      return rows.length
    })
    if (turned < authorsAtOnce) return
  }
}
