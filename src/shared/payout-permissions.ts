import { freshLoginMinutes } from './limits.ts'

const seller = { who: ['seller'], terms: 'required' } as const
/** Sellers themselves: it is their money. */
const inPerson = { ...seller, neverImpersonated: true } as const
/** The password typed a moment ago: where money goes. */
const freshly = { ...inPerson, freshLoginMinutes } as const
/** Other people's money. */
const finance = { who: ['finance', 'admin'], terms: 'required', neverImpersonated: true } as const

/** The rows of the permission table about sellers' money. */
export const payoutPermissions = {
  'bank-details.view': inPerson,
  'bank-details.save': freshly,
  'bank-details.remove': freshly,
  'seller-data.view': inPerson,
  'seller-data.save': freshly,
  'payout.mine': seller,
  'payout.statement': seller,
  'payout.pause': inPerson,
  'payout.resume': inPerson,
  'payout.list': finance,
  'payout.log': finance,
  'payout.approve': finance,
  'payout.hold': finance,
  'payout.refuse': finance,
  'payout.paid': finance,
  'payout.fail': finance,
  'payout.batch': finance,
  'payout.batch-file': finance,
  'payout.run': finance,
  'payout.dac7': finance,
} as const
