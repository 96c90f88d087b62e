import { randomUUID } from 'node:crypto'
import { request as plainly } from 'node:http'
import { request as securely } from 'node:https'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Env } from '#platform/env/env.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import { translator } from '#platform/i18n/translate.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { PaymentStatus } from './payment-provider.ts'
import {
  findSandboxPayment,
  moveSandboxPayment,
  type SandboxCall,
  type SandboxPayment,
  sandboxName,
  sandboxPath,
  signSandboxCall,
} from './sandbox.ts'
import { sandboxWebhookJob } from './sandbox-job.ts'

/** Seconds until a payment "by message only" succeeds. */
const laterSeconds = 10
const callTimeoutMs = 10_000

/** What the payer may choose: the status the payment gets, and whether it is told at once or only later. */
const outcomes = {
  pay: { to: 'succeeded', button: 'payment:sandbox.buttons.pay' },
  decline: { to: 'declined', button: 'payment:sandbox.buttons.decline' },
  cancel: { to: 'cancelled', button: 'payment:sandbox.buttons.cancel' },
  later: { to: 'pending', button: 'payment:sandbox.buttons.later' },
} as const
const decidedTexts = {
  succeeded: 'payment:sandbox.decided.succeeded',
  declined: 'payment:sandbox.decided.declined',
  cancelled: 'payment:sandbox.decided.cancelled',
  pending: 'payment:sandbox.decided.pending',
} as const
type Outcome = keyof typeof outcomes

interface Desk {
  db: Db
  queue: Queue
}

export interface SandboxAnswer {
  status: number
  html?: string
  location?: string
}

/**
 * The provider's page `/sandbox-payment/<reference>`: shows the payment (GET, HEAD) and takes the payer's decision
 * (POST, field `outcome`), once; then back to the shop, whatever it was. Undefined for a payment that does not exist.
 */
export async function serveSandbox(
  deps: Desk,
  method: string,
  pathname: string,
  form: URLSearchParams | undefined,
): Promise<SandboxAnswer | undefined> {
  const reference = pathname.startsWith(sandboxPath) ? pathname.slice(sandboxPath.length) : ''
  if (!/^sbx_[\w-]{32}$/.test(reference)) return undefined
  const payment = await findSandboxPayment(deps.db, reference)
  if (payment === undefined) return undefined
  if (method !== 'POST') return { status: 200, html: page(payment) }
  const outcome = form?.get('outcome') ?? ''
  if (!isOutcome(outcome)) return { status: 422, html: page(payment) }
  await decide(deps, reference, outcome)
  return { status: 303, location: payment.returnUrl }
}

function isOutcome(text: string): text is Outcome {
  return Object.hasOwn(outcomes, text)
}

/** The decision and the message about it are one: a crash loses neither. A second decision changes nothing. */
async function decide(deps: Desk, reference: string, outcome: Outcome): Promise<void> {
  const { to } = outcomes[outcome]
  const isLater = outcome === 'later'
  const message = (status: PaymentStatus) => ({ reference, status, eventId: `evt_${randomUUID()}` })
  await transaction(deps.db, async (tx) => {
    if (!(await moveSandboxPayment(tx, { reference, from: 'open', to }))) return
    await deps.queue.send(tx, sandboxWebhookJob, message(isLater ? 'processing' : to))
    if (isLater)
      await deps.queue.send(tx, sandboxWebhookJob, message('succeeded'), { delaySeconds: laterSeconds })
  })
}

/**
 * The job `sandbox_webhook`: tells the shop how a payment went, as a foreign provider would, over HTTP and signed. A
 * late success is entered in the sandbox's books first.
 * @throws Error when the shop does not take it; the queue tries again
 */
export async function sendSandboxWebhook(
  deps: { db: Db; env: Env },
  { reference, status, eventId }: { reference: string; status: PaymentStatus; eventId: string },
): Promise<void> {
  const payment = await findSandboxPayment(deps.db, reference)
  if (payment === undefined) return
  if (payment.status === 'pending' && status !== 'processing')
    await moveSandboxPayment(deps.db, { reference, from: 'pending', to: status })
  const call: SandboxCall = {
    id: eventId,
    type: 'payment.updated',
    reference,
    status,
    amount: payment.amountCents,
    currency: payment.currency,
    country: payment.country ?? undefined,
  }
  const body = JSON.stringify(call)
  const address = `${deps.env.siteUrl}/api/v1/payments/webhook/${sandboxName}`
  const answered = await post(address, signSandboxCall(body, deps.env), body)
  if (answered < 200 || answered > 299)
    throw new Error(`The shop answered ${answered} to payment ${reference}`)
}

/** The status of what was answered; a redirect is not followed. `fetch` takes several times as much of the processor. */
function post(address: string, headers: Record<string, string>, body: string): Promise<number> {
  const request = address.startsWith('https:') ? securely : plainly
  return new Promise((resolve, reject) => {
    const call = request(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      signal: AbortSignal.timeout(callTimeoutMs),
    })
    call.once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    call.once('error', reject)
    call.end(body)
  })
}

function page(payment: SandboxPayment): string {
  const t = translator(payment.world)
  const say = (key: string) => escapeHtml(t(key))
  const { lang, dir } = worldOf(payment.world)
  const amount = escapeHtml(formatPrice(payment.amountCents, payment.currency))
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${say('payment:sandbox.title')}</title>
<style>
@view-transition { navigation: auto; }
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; min-block-size: 100dvh; place-items: center; background: light-dark(#f4f1ea, #14181a); }
main { box-sizing: border-box; inline-size: min(28rem, 100%); padding: 2rem; border-radius: 10px;
  background: light-dark(#fff, #1e2426); color: light-dark(#1b2422, #e9ece8); }
h1 { margin-block: 0 0.5rem; font-size: 1.375rem; }
.amount { margin-block: 1rem 0; font-size: 2rem; font-weight: 700; font-variant-numeric: tabular-nums; }
.note { padding: 0.75rem 1rem; border-radius: 4px; background: light-dark(#fff3d6, #40330f); }
form { display: grid; gap: 0.75rem; margin-block-start: 1.5rem; }
button { min-block-size: 3rem; padding: 0.5rem 1rem; border: 1px solid currentcolor; border-radius: 4px;
  background: none; color: inherit; font: inherit; cursor: pointer; text-align: center; }
button[value="pay"] { border-color: #0b5f5b; background: #0b5f5b; color: #fff; font-weight: 600; }
:focus-visible { outline: 3px solid light-dark(#0b5f5b, #7fd6cf); outline-offset: 2px; }
</style>
</head>
<body>
<main>
<h1>${say('payment:sandbox.title')}</h1>
<p class="note">${say('payment:sandbox.notice')}</p>
<p class="amount">${amount}</p>
<p>${escapeHtml(payment.description)}</p>
${payment.status === 'open' ? choices(say) : decided(payment.returnUrl, say(decidedTexts[payment.status]), say)}
</main>
</body>
</html>`
}

type Say = (key: string) => string

function choices(say: Say): string {
  const buttons = (Object.keys(outcomes) as Outcome[]).map(
    (outcome) =>
      `<button type="submit" name="outcome" value="${outcome}">${say(outcomes[outcome].button)}</button>`,
  )
  return `<form method="post">\n${buttons.join('\n')}\n</form>\n<p>${say('payment:sandbox.laterHint')}</p>`
}

function decided(returnUrl: string, text: string, say: Say): string {
  return `<p role="status">${text}</p>
<p><a href="${escapeHtml(returnUrl)}">${say('payment:sandbox.back')}</a></p>`
}
