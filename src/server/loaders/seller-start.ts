import { url } from '#routing/url.ts'
import { type Context, memberOf } from '../context.ts'
import { ownProfile } from '../features/authors/service.ts'
import { hasPublished } from '../features/charts/service.ts'
import { ownBank, ownSellerData } from '../features/payouts/service.ts'

export type StartStep = 'email' | 'upload' | 'publish' | 'profile' | 'tax' | 'bank'

export interface SellerStart {
  steps: { name: StartStep; isDone: boolean; href: string }[]
}

/** What a new author still has to do, in the order that helps; undefined when all of it is done, or somebody acts in their name. */
export async function sellerStart(context: Context): Promise<SellerStart | undefined> {
  const member = memberOf(context)
  if (member === undefined || member.impersonatorId !== undefined) return undefined
  const { world } = context
  const { isSeller, emailConfirmed } = member
  const [profile, isPublished, tax, bank] = await Promise.all([
    isSeller ? ownProfile(context) : undefined,
    isSeller && hasPublished(context),
    isSeller ? ownSellerData(context) : null,
    isSeller ? ownBank(context) : null,
  ])
  const steps: SellerStart['steps'] = [
    { name: 'email', isDone: emailConfirmed, href: url('account', { world }) },
    { name: 'upload', isDone: isSeller, href: url('upload', { world }) },
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
