import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { readShapes, type Shapes } from './stripe-shapes.ts'

type Thing = Record<string, unknown> & { id: string }

export interface Wanted {
  method: string
  path: string
  key: string | undefined
  version: string | undefined
  params: Record<string, unknown>
}

/**
 * Stripe, as its published API behaves: objects, idempotency keys (the first answer again, another body refused), signed
 * events; every request is measured by the types Stripe publishes. What payers, banks and dashboards do is done by methods.
 */
export class FakeStripe {
  readonly secretKey = 'sk_test_fake'
  readonly webhookSecret = 'whsec_fake'
  readonly requests: Wanted[] = []
  /** Requests Stripe would not have understood. */
  readonly misshapen: string[] = []
  /** Told, oldest first; nobody delivers them by himself. */
  readonly events: Thing[] = []
  /** The next so many requests get lost: done there, but the answer never arrives. */
  loseAnswers = 0
  apiUrl = ''
  readonly #sessions = new Map<string, Thing>()
  readonly #payments = new Map<string, Thing>()
  readonly #disputes = new Map<string, Thing>()
  readonly #refunds = new Map<string, Thing>()
  readonly accounts = new Map<string, Thing>()
  readonly transfers = new Map<string, Thing>()
  readonly #balance: Thing[] = []
  readonly #answers = new Map<string, { hash: string; status: number; body: object }>()
  readonly #shapes: Shapes = readShapes({
    'Checkout.SessionCreateParams': 'Checkout/Sessions.d.ts',
    PaymentIntentCreateParams: 'PaymentIntents.d.ts',
    RefundCreateParams: 'Refunds.d.ts',
    AccountCreateParams: 'Accounts.d.ts',
    AccountLinkCreateParams: 'AccountLinks.d.ts',
    TransferCreateParams: 'Transfers.d.ts',
    TransferCreateReversalParams: 'Transfers.d.ts',
  })
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.apiUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get environment(): Record<string, string> {
    return {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: this.secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
      STRIPE_CONNECT: 'true',
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
      STRIPE_API_URL: this.apiUrl,
    }
  }

  /** A card is charged (after 3-D Secure, where it asked for it), or a debit has arrived. */
  pay(sessionId: string, { amount, fee = 40 }: { amount?: number; fee?: number } = {}): Thing {
    const { session, payment } = this.#of(sessionId)
    this.#charge(payment, amount ?? Number(session.amount_total), fee)
    const wasSent = session.status === 'complete'
    Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
    return this.#tell(
      wasSent ? 'checkout.session.async_payment_succeeded' : 'checkout.session.completed',
      session,
    )
  }

  /** A payment of our own page is confirmed in Stripe's fields there. */
  payInFields(intentId: string, { amount, fee = 40 }: { amount?: number; fee?: number } = {}): Thing {
    const payment = this.#intent(intentId)
    this.#charge(payment, amount ?? Number(payment.amount), fee)
    return this.#tell('payment_intent.succeeded', payment)
  }

  /** What else becomes of it: it is on its way, was refused, or nobody wants it any more. */
  endInFields(intentId: string, status: 'processing' | 'requires_payment_method' | 'canceled'): Thing {
    const payment = this.#intent(intentId)
    const isRefused = status === 'requires_payment_method'
    Object.assign(payment, { status, last_payment_error: isRefused ? { code: 'card_declined' } : null })
    return this.#tell(`payment_intent.${isRefused ? 'payment_failed' : status}`, payment)
  }

  #intent(id: string): Thing {
    const payment = this.#payments.get(id)
    if (payment === undefined) throw new Error(`no payment ${id}`)
    return payment
  }

  #charge(payment: Thing, paid: number, fee: number): void {
    const { currency, metadata } = payment
    const charge = `ch_${payment.id}`
    const balance = this.#move(
      { id: charge, object: 'charge', amount: paid, currency, metadata },
      paid,
      fee,
      currency,
    )
    Object.assign(payment, {
      ...{ status: 'succeeded', amount_received: paid, last_payment_error: null },
      latest_charge: { id: charge, object: 'charge', currency, balance_transaction: balance },
    })
  }

  /** The card is declined, or its owner has to prove it first: the page stays open for another try; nothing is told. */
  refuse(sessionId: string, status: 'requires_payment_method' | 'requires_action'): void {
    this.#of(sessionId).payment.status = status
  }

  /** A direct debit is sent: days pass. */
  debit(sessionId: string): Thing {
    const { session, payment } = this.#of(sessionId)
    payment.status = 'processing'
    Object.assign(session, { status: 'complete', payment_status: 'unpaid', url: null })
    return this.#tell('checkout.session.completed', session)
  }

  debitFails(sessionId: string): Thing {
    const { session, payment } = this.#of(sessionId)
    payment.status = 'requires_payment_method'
    return this.#tell('checkout.session.async_payment_failed', session)
  }

  expire(sessionId: string): Thing {
    const { session } = this.#of(sessionId)
    Object.assign(session, { status: 'expired', url: null })
    return this.#tell('checkout.session.expired', session)
  }

  /** Somebody at the dashboard, or the bank, ends a refund. */
  endRefund(reference: string, status: 'succeeded' | 'failed'): Thing {
    const refund = [...this.#refunds.values()].find((each) => metadataOf(each).refund_reference === reference)
    if (refund === undefined) throw new Error(`no refund ${reference}`)
    if (status === 'failed' && refund.status === 'succeeded')
      this.#move(refund, Number(refund.amount), 0, refund.currency)
    refund.status = status
    return this.#tell(status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
  }

  /** Cents that went back under a name of ours. */
  sentBack(reference: string): number {
    const own = [...this.#refunds.values()].filter((each) => metadataOf(each).refund_reference === reference)
    return own.reduce((sum, each) => sum + Number(each.amount), 0)
  }

  /** A day has gone by: calls under keys of before are new ones. */
  forgetKeys(): void {
    this.#answers.clear()
  }

  refundByHand(sessionId: string, amount: number): Thing {
    return this.#tell('refund.created', this.#refund(this.#of(sessionId).payment, amount, {}))
  }

  dispute(sessionId: string, { amount, fee = 1500 }: { amount: number; fee?: number }): Thing {
    const { payment } = this.#of(sessionId)
    const dispute: Thing = {
      ...{
        id: `du_${tail()}`,
        object: 'dispute',
        amount,
        currency: payment.currency,
        status: 'needs_response',
      },
      ...{
        reason: 'fraudulent',
        payment_intent: payment.id,
        charge: `ch_${payment.id}`,
        balance_transactions: [],
      },
    }
    dispute.balance_transactions = [this.#move(dispute, -amount, fee, payment.currency)]
    this.#disputes.set(dispute.id, dispute)
    return this.#tell('charge.dispute.created', dispute)
  }

  endDispute(id: string, status: 'won' | 'lost'): Thing {
    const dispute = this.#disputes.get(id)
    if (dispute === undefined) throw new Error(`no dispute ${id}`)
    dispute.status = status
    if (status === 'won') {
      const back = this.#move(dispute, Number(dispute.amount), 0, dispute.currency)
      dispute.balance_transactions = [...(dispute.balance_transactions as Thing[]), back]
    }
    return this.#tell('charge.dispute.closed', dispute)
  }

  /** Stripe's report says another sum than was paid. */
  falsify(reference: string, amount: number): void {
    for (const row of this.#named(reference)) Object.assign(row.source as Thing, { amount })
  }

  /** Stripe's report knows nothing of it. */
  forget(reference: string): void {
    for (const row of this.#named(reference)) this.#balance.splice(this.#balance.indexOf(row), 1)
  }

  #named(reference: string): Thing[] {
    return this.#balance.filter(({ source }) =>
      Object.values((source as { metadata?: object }).metadata ?? {}).includes(reference),
    )
  }

  /** The header of a webhook call, as Stripe signs it. */
  sign(payload: string, { secret = this.webhookSecret, at = Date.now() } = {}): Record<string, string> {
    const timestamp = Math.floor(at / 1000)
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return { 'Content-Type': 'application/json', 'Stripe-Signature': header }
  }

  /** The payment of a session; one of our page has none and stands for itself. */
  #of(sessionId: string): { session: Thing; payment: Thing } {
    const session = this.#sessions.get(sessionId) ?? this.#payments.get(sessionId)
    const payment = this.#payments.get(String(session?.payment_intent ?? sessionId))
    if (session === undefined || payment === undefined) throw new Error(`no session ${sessionId}`)
    return { session, payment }
  }

  #tell(type: string, thing: Thing): Thing {
    const event: Thing = {
      ...{
        id: `evt_${tail()}`,
        object: 'event',
        type,
        livemode: false,
        created: Math.floor(Date.now() / 1000),
      },
      ...{
        api_version: '2026-10-28.endive',
        pending_webhooks: 1,
        request: null,
        data: { object: structuredClone(thing) },
      },
    }
    this.events.push(event)
    return event
  }

  #move(
    source: Record<string, unknown> & { id: string },
    amount: number,
    fee: number,
    currency: unknown,
  ): Thing {
    const row = {
      ...{ id: `txn_${tail()}`, object: 'balance_transaction', amount, fee, net: amount - fee, currency },
      ...{ created: Math.floor(Date.now() / 1000), source: { ...source } },
    }
    this.#balance.push(row)
    return row
  }

  #refund(payment: Thing, amount: number, metadata: object): Thing {
    const refund: Thing = {
      ...{ id: `re_${tail()}`, object: 'refund', amount, currency: payment.currency, status: 'succeeded' },
      ...{ payment_intent: payment.id, metadata },
    }
    this.#refunds.set(refund.id, refund)
    this.#move(refund, -amount, 0, payment.currency)
    return refund
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname, searchParams } = new URL(request.url ?? '/', this.apiUrl)
    const params = decode(request.method === 'GET' ? searchParams : new URLSearchParams(body))
    const key = request.headers['idempotency-key'] as string | undefined
    const version = request.headers['stripe-version'] as string | undefined
    this.requests.push({ method: request.method ?? '', path: pathname, key, version, params })
    const { status, body: answer } =
      request.headers.authorization === `Bearer ${this.secretKey}`
        ? this.#once(`${request.method} ${pathname}`, key, body, params)
        : refusal(401, 'invalid_request_error', 'api_key_invalid')
    if (this.loseAnswers > 0) {
      this.loseAnswers -= 1
      request.socket.destroy()
      return
    }
    response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': `req_${tail()}` })
    response.end(JSON.stringify(answer))
  }

  #once(call: string, key: string | undefined, body: string, params: Record<string, unknown>) {
    if (key === undefined) return this.#answer(call, params)
    const hash = createHash('sha256').update(`${call}\n${body}`).digest('hex')
    const before = this.#answers.get(key)
    if (before !== undefined)
      return before.hash === hash ? before : refusal(400, 'idempotency_error', 'idempotency_key_in_use')
    const answer = { ...this.#answer(call, params), hash }
    this.#answers.set(key, answer)
    return answer
  }

  #answer(call: string, params: Record<string, unknown>): { status: number; body: object } {
    if (call === 'POST /v1/checkout/sessions') return this.#open(params)
    const connected = this.#answerConnect(call, params)
    if (connected !== undefined) return connected
    if (call === 'POST /v1/payment_intents') return this.#openIntent(params)
    const [, method, intentId = '', wish] =
      /^(\w+) \/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(call) ?? []
    if (method !== undefined) return this.#answerIntent(intentId, wish)
    if (call === 'POST /v1/refunds') return this.#sendBack(params)
    if (call === 'GET /v1/refunds') {
      const data = [...this.#refunds.values()].filter((each) => each.payment_intent === params.payment_intent)
      return ok({ object: 'list', data, has_more: false, url: '/v1/refunds' })
    }
    if (call === 'GET /v1/checkout/sessions') {
      const data = [...this.#sessions.values()].filter(
        (each) => each.payment_intent === params.payment_intent,
      )
      return ok({ object: 'list', data, has_more: false, url: '/v1/checkout/sessions' })
    }
    if (call === 'GET /v1/balance_transactions') {
      const { gte, lt } = params.created as { gte: string; lt: string }
      const data = this.#balance.filter(
        ({ created }) => Number(created) >= Number(gte) && Number(created) < Number(lt),
      )
      return ok({ object: 'list', data, has_more: false, url: '/v1/balance_transactions' })
    }
    const [, kind, id = '', verb] =
      /^\w+ \/v1\/(checkout\/sessions|disputes)\/(\w+)(?:\/(\w+))?$/.exec(call) ?? []
    const thing = kind === 'disputes' ? this.#disputes.get(id) : this.#sessions.get(id)
    if (thing === undefined) return refusal(404, 'invalid_request_error', 'resource_missing')
    if (verb === 'expire') {
      if (thing.status !== 'open') return refusal(400, 'invalid_request_error', 'session_not_open')
      this.expire(id)
    }
    return ok(
      kind === 'disputes'
        ? thing
        : { ...thing, payment_intent: this.#payments.get(String(thing.payment_intent)) },
    )
  }

  #open(params: Record<string, unknown>) {
    this.misshapen.push(...this.#shapes.wrong('Checkout.SessionCreateParams', params))
    const [line] = params.line_items as {
      quantity: string
      price_data: { currency: string; unit_amount: string }
    }[]
    const { currency = '', unit_amount = '0' } = line?.price_data ?? {}
    const data = params.payment_intent_data as { metadata?: object }
    const payment = {
      id: `pi_${tail()}`,
      object: 'payment_intent',
      currency,
      status: 'requires_payment_method',
    }
    this.#payments.set(payment.id, {
      ...payment,
      amount_received: 0,
      metadata: data.metadata ?? {},
      latest_charge: null,
    })
    const id = `cs_test_${tail()}`
    const session: Thing = {
      ...{
        id,
        object: 'checkout.session',
        mode: params.mode,
        livemode: false,
        status: 'open',
        payment_status: 'unpaid',
      },
      ...{
        amount_total: Number(unit_amount) * Number(line?.quantity ?? 1),
        currency,
        payment_intent: payment.id,
      },
      ...{ client_reference_id: params.client_reference_id, url: `https://checkout.stripe.com/c/pay/${id}` },
    }
    this.#sessions.set(id, session)
    return ok(session)
  }

  /** A seller has said at Stripe who they are, or Stripe wants to know more again. */
  verifySeller(account: string, isReady = true): void {
    const capabilities = { transfers: isReady ? 'active' : 'inactive' }
    Object.assign(this.accounts.get(account) ?? {}, { capabilities, payouts_enabled: isReady })
  }

  #answerConnect(call: string, params: Record<string, unknown>) {
    if (call === 'POST /v1/accounts') {
      this.misshapen.push(...this.#shapes.wrong('AccountCreateParams', params))
      const account = { id: `acct_${tail()}`, object: 'account', capabilities: {}, payouts_enabled: false }
      this.accounts.set(account.id, account)
      return ok(account)
    }
    if (call === 'POST /v1/account_links') {
      this.misshapen.push(...this.#shapes.wrong('AccountLinkCreateParams', params))
      return ok({ object: 'account_link', url: `https://connect.stripe.com/setup/e/${params.account}` })
    }
    if (call === 'POST /v1/transfers') return this.#transfer(params)
    if (call === 'GET /v1/transfers') {
      const data = [...this.transfers.values()].filter(
        (each) => each.transfer_group === params.transfer_group,
      )
      return ok({ object: 'list', data, has_more: false, url: '/v1/transfers' })
    }
    const [, kind, id = '', verb] = /^\w+ \/v1\/(accounts|transfers)\/(\w+)(?:\/(\w+))?$/.exec(call) ?? []
    if (kind === undefined) return undefined
    const thing = kind === 'accounts' ? this.accounts.get(id) : this.transfers.get(id)
    if (thing === undefined) return refusal(404, 'invalid_request_error', 'resource_missing')
    if (verb !== 'reversals') return ok(thing)
    this.misshapen.push(...this.#shapes.wrong('TransferCreateReversalParams', params))
    if (thing.is_spent || Number(thing.amount_reversed) + Number(params.amount) > Number(thing.amount))
      return refusal(400, 'invalid_request_error', 'balance_insufficient')
    thing.amount_reversed = Number(thing.amount_reversed) + Number(params.amount)
    return ok({ id: `trr_${tail()}`, object: 'transfer_reversal', amount: Number(params.amount) })
  }

  #transfer(params: Record<string, unknown>) {
    this.misshapen.push(...this.#shapes.wrong('TransferCreateParams', params))
    if (!this.accounts.get(String(params.destination))?.payouts_enabled)
      return refusal(400, 'invalid_request_error', 'insufficient_capabilities_for_transfer')
    const { currency, destination, transfer_group } = params
    const transfer: Thing = {
      ...{ id: `tr_${tail()}`, object: 'transfer', amount: Number(params.amount), amount_reversed: 0 },
      ...{ currency, destination, transfer_group },
    }
    this.transfers.set(transfer.id, transfer)
    return ok(structuredClone(transfer))
  }

  #openIntent(params: Record<string, unknown>) {
    this.misshapen.push(...this.#shapes.wrong('PaymentIntentCreateParams', params))
    const id = `pi_${tail()}`
    const payment: Thing = {
      ...{ id, object: 'payment_intent', amount: Number(params.amount), currency: params.currency },
      ...{
        status: 'requires_payment_method',
        last_payment_error: null,
        amount_received: 0,
        latest_charge: null,
      },
      ...{ metadata: params.metadata ?? {}, client_secret: `${id}_secret_${tail()}` },
    }
    this.#payments.set(id, payment)
    return ok(structuredClone(payment))
  }

  #answerIntent(id: string, wish: string | undefined) {
    const payment = this.#payments.get(id)
    if (payment === undefined) return refusal(404, 'invalid_request_error', 'resource_missing')
    if (wish === 'cancel') {
      if (payment.status === 'succeeded' || payment.status === 'processing')
        return refusal(400, 'invalid_request_error', 'payment_intent_unexpected_state')
      this.endInFields(id, 'canceled')
    }
    return ok(structuredClone(payment))
  }

  #sendBack(params: Record<string, unknown>) {
    this.misshapen.push(...this.#shapes.wrong('RefundCreateParams', params))
    const payment = this.#payments.get(String(params.payment_intent))
    if (payment === undefined) return refusal(404, 'invalid_request_error', 'resource_missing')
    if (
      [...this.#disputes.values()].some((each) => each.payment_intent === payment.id && each.status !== 'won')
    )
      return refusal(400, 'invalid_request_error', 'charge_disputed')
    const before = [...this.#refunds.values()].filter((each) => each.payment_intent === payment.id)
    const sent = before.reduce((sum, each) => sum + Number(each.amount), 0)
    if (sent + Number(params.amount) > Number(payment.amount_received))
      return refusal(400, 'invalid_request_error', 'charge_already_refunded')
    return ok(this.#refund(payment, Number(params.amount), (params.metadata as object) ?? {}))
  }
}

function metadataOf(thing: Thing): { refund_reference?: string } {
  return (thing.metadata ?? {}) as { refund_reference?: string }
}

function ok(body: object) {
  return { status: 200, body }
}

function refusal(status: number, type: string, code: string) {
  return { status, body: { error: { type, code, message: `refused: ${code}` } } }
}

function tail(): string {
  return randomBytes(9).toString('hex')
}

/** `a[b][0]=c` as the object it was. */
function decode(form: URLSearchParams): Record<string, unknown> {
  const all: Record<string, unknown> = {}
  for (const [name, value] of form) {
    const keys = name.split(/[[\]]+/).filter((key) => key !== '')
    let at: Record<string, unknown> = all
    for (const [depth, key] of keys.entries()) {
      if (depth === keys.length - 1) at[key] = value
      else {
        if (!(key in at)) at[key] = /^\d+$/.test(keys[depth + 1] ?? '') ? [] : {}
        at = at[key] as Record<string, unknown>
      }
    }
  }
  return all
}
