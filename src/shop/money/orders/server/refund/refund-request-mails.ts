import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { type MailType, mailType } from '#platform/features/mail-type.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { liveWorldOr } from '#platform/rules/contract/world.ts'
import { mailParties } from '../payment/payment-queries.ts'
import type { OrderRow } from '../queries.ts'

interface WishVars {
  publicName: string
  orderNumber: string
  title: string
  url: string
}

/** To the author: a buyer asks for money back, outside of what the author grants by rule. */
export const refundAskedMail = mailType<WishVars & { reason: string }>('refund-asked', {
  content: ({ publicName, orderNumber, title, reason, url: href }, t) => ({
    subject: t('mail:refundAsked.subject', { title }),
    heading: t('mail:refundAsked.heading', { name: publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:refundAsked.text', { title, number: orderNumber }) },
      { kind: 'paragraph', text: t('mail:refundAsked.reason', { reason }) },
      { kind: 'button', text: t('mail:refundAsked.button'), href },
    ],
    footer: t('mail:footer'),
  }),
})

/** To the buyer: the author says no, and why. */
export const refundDeclinedMail = mailType<WishVars & { answer: string }>('refund-declined', {
  content: ({ publicName, orderNumber, title, answer, url: href }, t) => ({
    subject: t('mail:refundDeclined.subject', { title }),
    heading: t('mail:refundDeclined.heading', { name: publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:refundDeclined.text', { title, number: orderNumber }) },
      { kind: 'paragraph', text: t('mail:refundDeclined.answer', { answer }) },
      { kind: 'note', text: t('mail:refundDeclined.rights') },
      { kind: 'button', text: t('mail:refundDeclined.button'), href },
    ],
    footer: t('mail:footer'),
  }),
})

/** To the author: finance declined on their behalf. */
export const refundClosedMail = mailType<WishVars & { answer: string }>('refund-closed', {
  content: ({ publicName, orderNumber, title, answer, url: href }, t) => ({
    subject: t('mail:refundClosed.subject', { title }),
    heading: t('mail:refundClosed.heading', { name: publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:refundClosed.text', { title, number: orderNumber }) },
      { kind: 'paragraph', text: t('mail:refundClosed.answer', { answer }) },
      { kind: 'button', text: t('mail:refundClosed.button'), href },
    ],
    footer: t('mail:footer'),
  }),
})

export async function mailWish(
  tx: Db,
  context: Context,
  wish: { authorId: number; materialId: number; title: string; order: OrderRow; reason: string },
): Promise<void> {
  const { authorId, materialId, title, order, reason } = wish
  await mailAuthor(tx, context, authorId, {
    mail: refundAskedMail,
    vars: { orderNumber: order.number ?? '', title, reason },
    dedupeKey: `refund-asked:${context.world}:${order.id}:${materialId}`,
  })
}

export async function mailClosed(
  tx: Db,
  context: Context,
  wish: { id: number; author_id: number; number: string; title: string; answer: string },
): Promise<void> {
  const { id, author_id: authorId, number: orderNumber, title, answer } = wish
  await mailAuthor(tx, context, authorId, {
    mail: refundClosedMail,
    vars: { orderNumber, title, answer },
    dedupeKey: `refund-closed:${context.world}:${id}`,
  })
}

/** Authors get their mail in the language of their own world. */
async function mailAuthor<V extends WishVars>(
  tx: Db,
  context: Context,
  authorId: number,
  letter: { mail: MailType<V>; vars: Omit<V, 'publicName' | 'url'>; dedupeKey: string },
): Promise<void> {
  const [author] = await mailParties(tx, [authorId])
  if (author === undefined) return
  const home = liveWorldOr(author.world, context.world)
  const { mail, dedupeKey } = letter
  const place = absoluteUrl(context.env.siteUrl, url('sales-downloads', { world: context.world }))
  const vars = { ...letter.vars, publicName: author.public_name, url: place } as V
  await queueMail(tx, { ...context, world: home }, { mail, to: author.email, vars, dedupeKey })
}

export async function mailDeclined(
  tx: Db,
  context: Context,
  { order, title, answer, id }: { order: OrderRow; title: string; answer: string; id: number },
): Promise<void> {
  const { world, env } = context
  const [buyer] = await mailParties(tx, [order.account_id])
  if (buyer === undefined) return
  const href = absoluteUrl(env.siteUrl, url('invoices', { world, query: { order: order.reference } }))
  await queueMail(tx, context, {
    mail: refundDeclinedMail,
    to: buyer.email,
    vars: { publicName: buyer.public_name, orderNumber: order.number ?? '', title, answer, url: href },
    dedupeKey: `refund-declined:${world}:${id}`,
  })
}
