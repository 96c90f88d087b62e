import { readFileSync } from 'node:fs'
import { type Deps, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { emit } from '#platform/events/events.ts'
import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { textChanged } from '#shop/content/editorial/server/events.ts'
import { compose, cut, nextTextNumber } from '#shop/content/editorial/server/service.ts'
import { daysBefore } from '../days-before.ts'

const kind = 'magazine'
/** Days after the first start on which the scheduled text becomes public. */
const scheduled = { key: 'pupils-feedback', inDays: 21 } as const
/** Was public for some weeks and was taken away: its address answers 410. */
const withdrawn = { key: 'seats-by-lot', publishedDaysAgo: 75, withdrawnDaysAgo: 12 } as const

/** What the editors of each world have under way beside the texts of the release; what is there already stays as it is. */
export async function seedTexts(deps: Deps): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const known = await tx
      .selectFrom('text_edition')
      .select('key')
      .where('key', 'in', [scheduled.key, withdrawn.key])
      .executeTakeFirst()
    if (known !== undefined) return
    const [scheduledId, withdrawnId] = [await nextTextNumber(tx), await nextTextNumber(tx)]
    for (const { world } of liveWorlds()) {
      const publishAt = daysBefore(-scheduled.inDays)
      await tx
        .insertInto('text_edition')
        .values({
          world,
          kind,
          key: scheduled.key,
          draft: sourceOf(world, scheduled.key, { id: scheduledId, day: publishAt }),
          publish_at: publishAt,
          edited_at: daysBefore(2),
        })
        .execute()
      const publishedAt = daysBefore(withdrawn.publishedDaysAgo)
      const source = sourceOf(world, withdrawn.key, { id: withdrawnId, day: publishedAt })
      await tx
        .insertInto('text_edition')
        .values({
          world,
          kind,
          key: withdrawn.key,
          published: source,
          published_at: publishedAt,
          withdrawn_at: daysBefore(withdrawn.withdrawnDaysAgo),
          edited_at: daysBefore(withdrawn.withdrawnDaysAgo),
        })
        .execute()
      await tx
        .insertInto('text_version')
        .values({ world, kind, key: withdrawn.key, source, made_at: publishedAt })
        .execute()
      await emit(strangerContext(deps, world), tx, textChanged, { kind, world, key: withdrawn.key })
    }
  })
}

/** A file of this folder with the number and the day it has in this database. */
function sourceOf(world: LiveWorld, key: string, { id, day }: { id: string; day: Date }): string {
  const source = readFileSync(new URL(`./${world}/${key}.md`, import.meta.url), 'utf8')
  const date = day.toISOString().slice(0, 10)
  return compose(source, { id, date, updated: date }, cut(source).body)
}
