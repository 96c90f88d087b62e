import { type Context, isActedFor, memberOf } from '#platform/context/context.ts'
import { sellerOf } from '#platform/http/access/access.ts'
import { url } from '#platform/routing/url.ts'
import { ownBank, ownSellerData } from '#shop/money/payouts/server/service.ts'
import { ownProfile } from '#shop/selling/authors/server/service.ts'
import { hasPublished } from '#shop/selling/charts/server/service.ts'

export type StartStep = 'email' | 'upload' | 'publish' | 'profile' | 'tax' | 'bank'

export interface SellerStart {
  steps: { name: StartStep; isDone: boolean; href: string }[]
}

/** What a new author still has to do, in the order that helps; undefined when all of it is done, or somebody acts in their name. */
export async function sellerStart(context: Context): Promise<SellerStart | undefined> {
  const member = memberOf(context)
  if (member === undefined || isActedFor(context)) return undefined
  const { world } = context
  const sells = sellerOf(context) !== undefined
  const [profile, isPublished, tax, bank] = await Promise.all([
    sells ? ownProfile(context) : undefined,
    sells && hasPublished(context),
    sells ? ownSellerData(context) : null,
    sells ? ownBank(context) : null,
  ])
  const steps: SellerStart['steps'] = [
    { name: 'email', isDone: member.emailConfirmed, href: url('account', { world }) },
    { name: 'upload', isDone: sells, href: url('upload', { world }) },
    { name: 'publish', isDone: isPublished, href: url('cabinet-sales', { world }) },
    {
      name: 'profile',
      isDone: (profile?.author?.description ?? '') !== '',
      href: url('my-author-profile', { world }),
    },
    { name: 'tax', isDone: tax !== null, href: url('bank-details', { world }) },
    { name: 'bank', isDone: bank !== null, href: url('bank-details', { world }) },
  ]
  return steps.every(({ isDone }) => isDone) ? undefined : { steps }
}
