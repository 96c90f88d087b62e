import { randomUUID } from 'node:crypto'
import { type Deps, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { emit } from '#platform/events/events.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { accountErased, accountErasedMail } from '#shop/people/identity/server/service.ts'
import { deleteFilesJob } from '#shop/selling/materials/server/service.ts'
import { accountsToErase, eraseRows, lockClosed, picturesOf } from './queries.ts'

/** The job erase_accounts: every closed account whose days of grace are over. Safe to run again. */
export async function eraseAccounts(deps: Deps): Promise<void> {
  const due = await accountsToErase(deps.db)
  for (const { id } of due) await eraseAccount(deps, id)
  if (due.length > 0) deps.log.info({ accounts: due.length }, 'accounts erased')
}

/**
 * Erases everything about a person, in one transaction: each table as its feature says, later features first because
 * their rows point at earlier ones, the account itself last. The books stay, with a number instead of a name.
 */
async function eraseAccount(deps: Deps, accountId: number): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const account = await lockClosed(tx, accountId)
    if (account === undefined) return
    const { email, public_name: publicName } = account
    const context = strangerContext(deps, account.world as LiveWorldCode)
    const keys = await picturesOf(tx, accountId)
    await emit(context, tx, accountErased, { accountId })
    const tables = [...deps.personalTables].reverse()
    const last = tables.filter(({ table }) => table === 'account')
    for (const table of [...tables.filter((each) => !last.includes(each)), ...last])
      await eraseRows(tx, table, { accountId, email })
    if (keys.length > 0) await deps.queue.send(tx, deleteFilesJob, { keys })
    await queueMail(tx, context, {
      mail: accountErasedMail,
      to: email,
      vars: { publicName },
      // Nothing of the person may stand in a key that is kept.
      dedupeKey: `account-erased:${randomUUID()}`,
    })
  })
}
