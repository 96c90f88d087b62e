import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { forgetMails } from '#platform/mail/server/service.ts'
import { cardMailKey } from './mails.ts'
import { deliveredSalesOf } from './queries.ts'

/** The mail that brought a card names who gave it: it is forgotten with them. What is not sent yet still goes out. */
export async function eraseCardMails(
  _context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<void> {
  const sales = await deliveredSalesOf(tx, accountId)
  await forgetMails(
    tx,
    sales.map(({ world, order_id: orderId }) => cardMailKey(world, orderId)),
  )
}
