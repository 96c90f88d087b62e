import type { Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newsletterLimits } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { letterOf } from '#shop/content/editorial/server/service.ts'
import { lockDueLetter, noteLastLetter, noteReached } from './letter-queries.ts'
import { newsletterLetter } from './mails.ts'
import { readersAfter } from './queries.ts'

/**
 * The job `send_newsletters`, each minute: the next mails of every letter whose time has come. A turn is one transaction, its mails
 * and how far the letter is: a process that dies leaves all of it or nothing, and the key of a mail names letter and reader.
 */
export async function sendDueLetters(deps: Deps): Promise<void> {
  const done: number[] = []
  for (let id = await sendTurn(deps, done); id !== undefined; id = await sendTurn(deps, done)) done.push(id)
}

async function sendTurn(deps: Deps, done: readonly number[]): Promise<number | undefined> {
  const limit = newsletterLimits.mailsAMinute
  return await transaction(deps.db, async (tx) => {
    const letter = await lockDueLetter(tx, done)
    if (letter === undefined) return undefined
    const world = letter.world as LiveWorld
    const vars = {
      ...letterOf(deps, { kind: 'newsletter', world, key: letter.key }, letter.source),
      pageUrl: absoluteUrl(deps.env.siteUrl, url('newsletter-letter', { world, key: letter.key })),
    }
    const readers = await readersAfter(tx, world, { afterId: letter.reached_id, limit })
    const reached: number[] = []
    for (const { id, email } of readers) {
      const dedupeKey = `newsletter:${letter.id}:${id}`
      const order = { mail: newsletterLetter, to: email, vars, dedupeKey }
      if (await queueMail(tx, { ...deps, world }, order)) reached.push(id)
    }
    await noteLastLetter(tx, reached, letter.id)
    await noteReached(tx, letter.id, {
      reachedId: readers.at(-1)?.id ?? letter.reached_id,
      queued: reached.length,
      isLast: readers.length < limit,
    })
    return letter.id
  })
}
