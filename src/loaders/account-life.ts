import type { Context } from '#platform/context/context.ts'
import { isAllowed } from '#platform/http/access/authorize.ts'
import { owedBeforeClosing } from '#shop/money/payouts/server/service.ts'
import { withdrawalPage } from '#shop/money/withdrawals/server/service.ts'
import { ownGuards, ownPasskeys } from '#shop/people/account-security/server/service.ts'
import {
  completionPage,
  emailChangePage,
  keepPage,
  ownDevices,
  ownPersonalisation,
  recoveryPage,
} from '#shop/people/identity/server/service.ts'
import { actingLog } from '#shop/people/login-as/server/service.ts'
import { ownPrograms } from '#shop/people/oauth/server/service.ts'
import { ownExports } from '#shop/people/privacy/server/service.ts'
import { ownSchoolPlace } from '#shop/schools/schools/server/service.ts'
import { materialFormOptions } from '#shop/selling/materials/server/service.ts'
import { unlessOver } from './mail-links.ts'

export type { FoundMember } from '#shop/people/login-as/server/service.ts'

type Params = Readonly<Record<string, string>>

/** Whose password a link sets; undefined when the link is over. */
export async function loadRecovery(context: Context, { token = '' }: Params) {
  return await unlessOver(recoveryPage(context, token))
}

/** Whose account a link completes; undefined when the link is over. */
export async function loadCompletion(context: Context, { token = '' }: Params) {
  return await unlessOver(completionPage(context, token))
}

/** What a link about another address does; undefined when the link is over. */
export async function loadEmailChange(context: Context, { confirmationToken = '' }: Params) {
  return await unlessOver(emailChangePage(context, confirmationToken))
}

/** Until when a closed account can be kept; undefined when the link is over. */
export async function loadKeep(context: Context, { token = '' }: Params) {
  return await unlessOver(keepPage(context, token))
}

/** For the page that closes an account: what the author is still paid, and the school whose only master the member is. */
export async function loadClosing(context: Context) {
  const [owed, place] = await Promise.all([owedBeforeClosing(context), ownSchoolPlace(context)])
  return { ...owed, school: place?.mayLeave === false ? place.school.name : undefined }
}

/** How the login is guarded, and where the member is logged in. */
export async function loadSecurity(context: Context) {
  const [guards, passkeys, devices, programs] = await Promise.all([
    ownGuards(context),
    ownPasskeys(context),
    ownDevices(context),
    ownPrograms(context),
  ])
  return { guards, passkeys, devices, programs, mayAddPasskey: isAllowed(context, 'passkey.make') }
}

/** What the member teaches, and what there is to teach in this world. */
export async function loadMySubjects(context: Context) {
  const { preferences } = await ownPersonalisation(context)
  return { options: materialFormOptions(context), preferences }
}

/** The copies of the member's data. */
export async function loadOwnData(context: Context) {
  return { exports: await ownExports(context), mayTake: isAllowed(context, 'own-data.file') }
}

/** Who acted in whose name lately. */
export async function loadActing(context: Context) {
  return await actingLog(context)
}

/** The form of a withdrawal, filled in for members; `?order=` is the number of the order. */
export async function loadWithdrawal(context: Context, query: URLSearchParams) {
  return { ...(await withdrawalPage(context)), number: query.get('order') ?? '' }
}
