import { type PermissionName, permissions } from './permissions.ts'
import type { Who } from './roles.ts'

/** What a member may let a program of others do, by area (RFC 6749, 3.3; RFC 9700, 2.3: no more than it needs). */
export const programScopes = ['profile', 'library', 'shop', 'selling', 'classroom', 'community'] as const
export type ProgramScope = (typeof programScopes)[number]

/** `everyone`: what is public, and a program's own session. `never`: what only the person does, in our own pages. */
type Area = ProgramScope | 'everyone' | 'never'

/**
 * The area of an action or read: by its whole name, else by what stands before the dot. What is not here is for no
 * program; a test asks that every name of the permission table has its area.
 */
const areas: Readonly<Record<string, Area>> = {
  'account.view': 'profile',
  account: 'never',
  'ai-document': 'classroom',
  'ai-tool': 'classroom',
  amb: 'everyone',
  announcement: 'selling',
  article: 'everyone',
  author: 'everyone',
  'bank-details': 'never',
  billing: 'shop',
  cart: 'shop',
  colleague: 'community',
  comment: 'community',
  consent: 'everyone',
  course: 'classroom',
  credit: 'shop',
  device: 'never',
  dispute: 'never',
  editor: 'never',
  event: 'never',
  favorites: 'library',
  folder: 'library',
  follow: 'community',
  'form-draft': 'selling',
  'free-material': 'library',
  'gift-card': 'shop',
  help: 'everyone',
  invoice: 'shop',
  'invoice-purchase': 'shop',
  library: 'library',
  listing: 'selling',
  location: 'everyone',
  'login-as': 'never',
  mails: 'never',
  material: 'everyone',
  menu: 'everyone',
  moderation: 'never',
  newsletter: 'never',
  note: 'community',
  notification: 'community',
  oauth: 'never',
  'operator-task': 'never',
  order: 'shop',
  'order.bought': 'library',
  'order.claim': 'library',
  'order.sales': 'selling',
  'order.sales-file': 'selling',
  'order.statement': 'selling',
  'own-data': 'never',
  'page-texts': 'everyone',
  passkey: 'never',
  payment: 'shop',
  payout: 'never',
  personalisation: 'profile',
  post: 'selling',
  profile: 'selling',
  'profile.view': 'profile',
  program: 'never',
  question: 'community',
  referrals: 'profile',
  'refund-request': 'shop',
  'refund-rule': 'selling',
  report: 'community',
  review: 'community',
  room: 'classroom',
  'saved-search': 'library',
  school: 'never',
  'school-wish': 'never',
  search: 'everyone',
  'seller-data': 'never',
  session: 'everyone',
  'session.confirm-password': 'never',
  social: 'never',
  statistics: 'selling',
  synonyms: 'never',
  text: 'never',
  tax: 'never',
  ticket: 'never',
  terms: 'never',
  'two-factor': 'never',
  unit: 'classroom',
  'user-details': 'everyone',
  voucher: 'shop',
  withdrawal: 'never',
}

const staff: ReadonlySet<Who> = new Set(['editor', 'moderator', 'finance', 'support', 'admin'])

/** Undefined: nobody has said. */
export function areaOf(name: PermissionName): Area | undefined {
  return areas[name] ?? areas[name.split('.', 1)[0] ?? '']
}

/** Whether a program with these scopes may use what the permission table calls `name`. */
export function isWithin(scopes: ReadonlySet<ProgramScope>, name: PermissionName): boolean {
  // What only staff may is no member's to hand on.
  if (!permissions[name].who.some((who) => !staff.has(who))) return false
  const area = areaOf(name)
  return area === 'everyone' || (area !== undefined && area !== 'never' && scopes.has(area))
}

/**
 * The scopes a request asks for, parted by blanks: `full` is all areas, `public` none. Nothing asked is the least a login
 * is good for: who the member is. Undefined: one of them does not exist.
 */
export function readScopes(asked: string | undefined): ProgramScope[] | undefined {
  const names = (asked ?? '').split(' ').filter(Boolean)
  if (names.length === 0) return ['profile']
  if (names.includes('full')) return names.every(isScopeName) ? [...programScopes] : undefined
  return names.every(isScopeName) ? programScopes.filter((scope) => names.includes(scope)) : undefined
}

/** The scopes as a token answer names them. */
export function scopeText(scopes: readonly ProgramScope[]): string {
  if (programScopes.every((scope) => scopes.includes(scope))) return 'full'
  return scopes.length === 0 ? 'public' : scopes.join(' ')
}

function isScopeName(name: string): boolean {
  return name === 'full' || name === 'public' || programScopes.some((scope) => scope === name)
}
