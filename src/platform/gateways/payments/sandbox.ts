import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Env } from '#platform/env/env.ts'
import { ProductError } from '#platform/errors.ts'
import { webhookToleranceSeconds } from '#platform/limits.ts'
import { isLiveWorld, type LiveWorld } from '#platform/routing/worlds.ts'
import { textSchema } from '#platform/rules/contract/text.ts'
import { centsSchema } from '#platform/rules/contract/world.ts'
import { leastAmount } from './least-amounts.ts'
import type {
  PaymentEvent,
  PaymentProvider,
  PaymentStatus,
  RefundRequest,
  ReportLine,
} from './payment-provider.ts'

export const sandboxName = 'sandbox'
export const sandboxPath = '/sandbox-payment/'
const signatureHeader = 'Sandbox-Signature'

type SandboxEnv = Pick<Env, 'siteUrl' | 'secret' | 'allowSandboxPayments'>

/** One payment of the sandbox. `open`: not decided yet; `pending`: decided, reported later. */
export interface SandboxPayment {
  reference: string
  amountCents: number
  currency: string
  description: string
  world: LiveWorld
  returnUrl: string
  status: 'open' | Exclude<PaymentStatus, 'processing'>
  /** Of the card it pretends to be made with. */
  country: string | null
}

/**
 * A provider of our own that moves no money. It stands for a foreign system: the product reaches its books only through
 * the port, and it reaches the product only through the payer's browser and signed webhooks.
 * @throws Error where the sandbox must not run; better no app than one that gives goods away
 */
export function createSandboxProvider({ env, db }: { env: SandboxEnv; db: Db }): PaymentProvider {
  if (!env.allowSandboxPayments) {
    throw new Error('The sandbox moves no money and does not run in production (ALLOW_SANDBOX_PAYMENTS).')
  }
  const secret = sandboxSecret(env)
  return {
    name: sandboxName,
    leastAmount,
    method: 'test',
    pageOrigin: undefined,
    fields: undefined,
    transfers: undefined,
    createForFields: () => Promise.reject(new ProductError('payment_failed')),

    async create(request) {
      // One order, one payment, also when the answer got lost and the product asks again.
      const reference = `sbx_${createHash('sha256').update(request.orderReference).digest('base64url').slice(0, 32)}`
      const made = await db
        .insertInto('sandbox_payment')
        .values({
          reference,
          amount_cents: request.amountCents,
          currency: request.currency,
          description: request.description,
          world: request.world,
          return_url: request.returnUrl,
          order_reference: request.orderReference,
          country: request.buyerCountry,
        })
        .onConflict((conflict) => conflict.column('reference').doNothing())
        .returning('reference')
        .executeTakeFirst()
      const recorded = made ? request : await findSandboxPayment(db, reference)
      if (recorded?.amountCents !== request.amountCents || recorded.currency !== request.currency) {
        throw new ProductError('payment_failed')
      }
      return { providerReference: reference, redirectUrl: `${env.siteUrl}${sandboxPath}${reference}` }
    },

    async status(providerReference) {
      const payment = await findSandboxPayment(db, providerReference)
      if (payment === undefined) throw new ProductError('payment_failed')
      const { amountCents, currency, status, country } = payment
      // Decided here, told later: for the shop it is under way.
      const said = { open: 'pending', pending: 'processing' } as const
      return {
        status: status === 'open' || status === 'pending' ? said[status] : status,
        amountCents,
        currency,
        bankCountry: country ?? undefined,
      }
    },

    async cancel(providerReference) {
      await moveSandboxPayment(db, { reference: providerReference, from: 'open', to: 'cancelled' })
    },

    async refund(request) {
      return await transaction(db, (tx) => bookSandboxRefund(tx, request))
    },

    async readEvent(rawBody, headers) {
      checkSignature(rawBody, headers.get(signatureHeader) ?? '', { secret, now: Date.now() })
      return readBody(rawBody)
    },

    report: (from, to) => sandboxReport(db, from, to),
  }
}

/** One payment of the sandbox's books. */
export async function findSandboxPayment(db: Db, reference: string): Promise<SandboxPayment | undefined> {
  const row = await db
    .selectFrom('sandbox_payment')
    .select([
      'reference',
      'amount_cents',
      'currency',
      'description',
      'world',
      'return_url',
      'status',
      'country',
    ])
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (row === undefined || !isLiveWorld(row.world)) return undefined
  return {
    reference: row.reference,
    amountCents: row.amount_cents,
    currency: row.currency,
    description: row.description,
    world: row.world,
    returnUrl: row.return_url,
    status: row.status,
    country: row.country,
  }
}

/** Moves a payment on; false when it was not where the caller thought. */
export async function moveSandboxPayment(
  db: Db,
  input: { reference: string; from: 'open' | 'pending'; to: Exclude<PaymentStatus, 'processing'> },
): Promise<boolean> {
  const row = await db
    .updateTable('sandbox_payment')
    .set({ status: input.to })
    .where('reference', '=', input.reference)
    .where('status', '=', input.from)
    .returning('reference')
    .executeTakeFirst()
  return row !== undefined
}

/** Never more than was paid in, and each request once; what was not paid cannot be paid back. */
async function bookSandboxRefund(tx: Db, request: RefundRequest): Promise<'succeeded' | 'failed'> {
  const payment = await tx
    .selectFrom('sandbox_payment')
    .select(['amount_cents', 'currency', 'status'])
    .where('reference', '=', request.providerReference)
    .forUpdate()
    .executeTakeFirst()
  if (payment?.status !== 'succeeded' || payment.currency !== request.currency) return 'failed'
  const booked = await tx
    .selectFrom('sandbox_refund')
    .select(['reference', 'amount_cents'])
    .where('payment_reference', '=', request.providerReference)
    .execute()
  if (booked.some(({ reference }) => reference === request.refundReference)) return 'succeeded'
  const before = booked.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  if (before + request.amountCents > payment.amount_cents) return 'failed'
  await tx
    .insertInto('sandbox_refund')
    .values({
      reference: request.refundReference,
      payment_reference: request.providerReference,
      amount_cents: request.amountCents,
    })
    .execute()
  return 'succeeded'
}

/**
 * The header of a webhook call: `t=<unix seconds>,v1=<HMAC-SHA256 of "t.body", hex>`. The time is signed, too, so
 * that an old call cannot be sent again later.
 */
export function signSandboxCall(
  body: string,
  env: Pick<Env, 'secret'>,
  now = Date.now(),
): Record<string, string> {
  const seconds = Math.floor(now / 1000)
  return { [signatureHeader]: `t=${seconds},v1=${hmac(sandboxSecret(env), seconds, body).toString('hex')}` }
}

function checkSignature(
  body: Buffer,
  header: string,
  { secret, now }: { secret: Buffer; now: number },
): void {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header)
  if (match === null) throw new ProductError('forbidden')
  const seconds = Number(match[1])
  const given = Buffer.from(match[2] ?? '', 'hex')
  const isRight = timingSafeEqual(given, hmac(secret, seconds, body))
  const isFresh = Math.abs(now / 1000 - seconds) <= webhookToleranceSeconds
  if (!isRight || !isFresh) throw new ProductError('forbidden')
}

const wordSchema = z.object({
  id: textSchema.min(1).max(100),
  reference: textSchema.min(1).max(100),
  amount: centsSchema.nonnegative(),
  currency: textSchema.length(3),
})
const paymentWordSchema = wordSchema.extend({
  type: z.literal('payment.updated'),
  status: z.enum(['pending', 'processing', 'succeeded', 'declined', 'cancelled']),
  /** Of the card. */
  country: textSchema.length(2).optional(),
})
const disputeWordSchema = wordSchema.extend({
  type: z.literal('dispute.updated'),
  dispute: textSchema.min(1).max(100),
  status: z.enum(['open', 'won', 'lost']),
  held: centsSchema.nonnegative(),
  fee: centsSchema.nonnegative(),
})
const bodySchema = z.discriminatedUnion('type', [paymentWordSchema, disputeWordSchema])
export type SandboxCall = z.infer<typeof paymentWordSchema>
export type SandboxDisputeCall = z.infer<typeof disputeWordSchema>

function readBody(rawBody: Buffer): PaymentEvent {
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
  } catch (cause) {
    throw new ProductError('malformed_request', { cause })
  }
  const result = bodySchema.safeParse(parsed)
  if (!result.success) throw new ProductError('malformed_request', { cause: result.error })
  const { data } = result
  const named = { eventId: data.id, providerReference: data.reference }
  const sum = { amountCents: data.amount, currency: data.currency }
  if (data.type === 'payment.updated')
    return { ...named, ...sum, type: data.type, status: data.status, bankCountry: data.country }
  const { type, dispute: disputeId, status, held: heldCents, fee: feeCents } = data
  return { ...named, ...sum, type, disputeId, status, reason: 'general', heldCents, feeCents }
}

function hmac(secret: Buffer, seconds: number, body: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
}

/** A key of the sandbox's own, derived from the product's secret (HKDF): it is good for nothing else. */
function sandboxSecret(env: Pick<Env, 'secret'>): Buffer {
  return Buffer.from(hkdfSync('sha256', env.secret, '', 'aularium sandbox webhook', 32))
}

/** What the sandbox took and gave back, by its own books. */
async function* sandboxReport(db: Db, from: Date, to: Date): AsyncIterable<ReportLine> {
  const payments = await db
    .selectFrom('sandbox_payment')
    .select(['reference', 'order_reference', 'amount_cents', 'currency', 'created_at'])
    .where('status', '=', 'succeeded')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .execute()
  for (const row of payments)
    yield {
      kind: 'payment',
      reference: row.order_reference ?? row.reference,
      ...{ amountCents: row.amount_cents, currency: row.currency, at: row.created_at },
    }
  const refunds = await db
    .selectFrom('sandbox_refund')
    .innerJoin('sandbox_payment', 'sandbox_payment.reference', 'sandbox_refund.payment_reference')
    .select([
      'sandbox_refund.reference',
      'sandbox_refund.amount_cents',
      'sandbox_payment.currency',
      'sandbox_refund.created_at',
    ])
    .where('sandbox_refund.created_at', '>=', from)
    .where('sandbox_refund.created_at', '<', to)
    .execute()
  for (const row of refunds)
    yield {
      kind: 'refund',
      reference: row.reference,
      ...{ amountCents: row.amount_cents, currency: row.currency, at: row.created_at },
    }
}
