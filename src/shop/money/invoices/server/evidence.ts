import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { concernsOf, type TaxConcern } from '#shop/money/tax/server/service.ts'

interface Paid {
  orderId: number
  reference: string
  number: string
  buyerId: number
  totalCents: number
  currency: string
}

/** What speaks against the tax of a sale that was paid becomes a task that names the order. */
export async function reviewTax(context: Context, paid: Paid, tx: Db): Promise<void> {
  if (paid.totalCents === 0) return
  for (const concern of await concernsOf(tx, context.world, paid.orderId))
    await openTask(tx, context, {
      kind: concern.kind,
      cause: `order:${paid.orderId}`,
      detail: {
        ...{ orderNumber: paid.number, orderReference: paid.reference, buyerId: paid.buyerId },
        ...{ amount: paid.totalCents, currency: paid.currency, reason: factsOf(concern) },
      },
    })
}

/** Facts only, without a language; the task's texts say what to do. */
function factsOf(concern: TaxConcern): string {
  if (concern.kind !== 'country_contradicted') return concern.vatId
  const { billing, ip, bank } = concern.evidence
  return [billing, ip && `IP ${ip}`, bank && `IBAN/card ${bank}`].filter(Boolean).join(' / ')
}
