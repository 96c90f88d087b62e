import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { welcomeMail } from '../mails.ts'

/** Greets a member whose address has just been proven, in the caller's transaction; once an account, whatever proved it. */
export async function welcome(
  context: Context,
  tx: Db,
  account: { id: number; email: string; publicName: string },
): Promise<void> {
  const { world } = context
  const { siteUrl } = context.env
  await queueMail(tx, context, {
    mail: welcomeMail,
    to: account.email,
    vars: {
      publicName: account.publicName,
      subjectsUrl: absoluteUrl(siteUrl, url('my-subjects', { world })),
      freeUrl: absoluteUrl(siteUrl, url('search', { world, query: { price: 'free' } })),
      sellUrl: absoluteUrl(siteUrl, url('seller-landing', { world })),
      helpUrl: absoluteUrl(siteUrl, url('help-center', { world })),
    },
    dedupeKey: `welcome:${account.id}`,
  })
}
