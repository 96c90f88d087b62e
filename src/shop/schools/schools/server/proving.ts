import { createHmac, randomInt } from 'node:crypto'
import { type Context, type Deps, memberOf } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { purposeKey } from '#platform/env/env.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { pastedCode } from '#platform/rules/text/as-pasted.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { foldEmail } from '#shop/people/identity/server/service.ts'
import { type DeskSchool, proofCode, type SchoolState } from '../rules/contract.ts'
import { provesSchool } from '../rules/school-mail.ts'
import { schoolPlaceChanged } from './events.ts'
import { schoolCodeMail, schoolRejectedMail, schoolSuspendedMail, schoolVerifiedMail } from './mails.ts'
import { decidesAboutSchool } from './policy.ts'
import {
  countPending,
  dropProof,
  insertProof,
  mastersOf,
  ownSchool,
  schoolsInState,
  settleSchool,
  takeTry,
} from './proving-queries.ts'
import { setVerified } from './queries.ts'

/**
 * Sends a code to an address of the school one looks after: who can read it there is of the school. The code before it works no more.
 * @throws ProductError invalid_input (email: no address; `forbidden`: not one of the school); not_found (no school that waits to be proven)
 */
export async function sendProofCode(context: Context, typed: string): Promise<void> {
  const { env, world } = context
  const { accountId } = requireMember(context)
  const email = foldEmail(typed)
  if (email === undefined) throw new ProductError('invalid_input', { fields: { email: 'invalid' } })
  await transaction(context.db, async (tx) => {
    const school = await ownSchool(tx, accountId)
    if (school?.state !== 'pending') throw new ProductError('not_found')
    if (!provesSchool(email, { websiteHost: school.website_host, officialNumber: school.official_number }))
      throw new ProductError('invalid_input', { fields: { email: 'forbidden' } })
    const code = randomInt(1_000_000).toString().padStart(6, '0')
    const codeHash = hashOf(env.secret, school.id, code)
    const proof = await insertProof(tx, { ...school, codeHash, minutes: proofCode.minutes })
    await queueMail(tx, context, {
      mail: schoolCodeMail,
      to: email,
      vars: { school: school.name, code },
      dedupeKey: `school-code:${world}:${school.id}:${proof.getTime()}`,
    })
  })
}

/**
 * The code that came: the school is proven, and who looks after it with it.
 * @throws ProductError invalid_input (code: wrong); link_expired (too late or too many tries: a new one is needed); not_found
 */
export async function enterProofCode(context: Context, typed: string): Promise<void> {
  const { accountId } = requireMember(context)
  const code = pastedCode(typed)
  const outcome = await transaction(context.db, async (tx) => {
    const school = await ownSchool(tx, accountId)
    if (school?.state !== 'pending') return 'not_found' as const
    const known = await takeTry(tx, school, proofCode.tries)
    if (known === undefined) return 'link_expired' as const
    if (!known.equals(hashOf(context.env.secret, school.id, code))) return 'wrong' as const
    await settle(context, tx, school, { state: 'verified', reason: '' })
    return 'proven' as const
  })
  // A wrong try counts, so the transaction is kept and the answer given after it.
  if (outcome === 'wrong') throw new ProductError('invalid_input', { fields: { code: 'invalid' } })
  if (outcome !== 'proven') throw new ProductError(outcome)
}

export type Decision = 'verify' | 'reject' | 'suspend'

/**
 * Somebody of the platform decides about a school: its masters hear of it by mail.
 * @throws ProductError not_found; conflict (somebody else has decided meanwhile); invalid_input (reason)
 */
export async function decideSchool(
  context: Context,
  input: { world: LiveWorldCode; schoolId: number; decision: Decision; reason: string },
): Promise<void> {
  const reason = cleanText(input.reason)
  if (input.decision !== 'verify' && reason === '')
    throw new ProductError('invalid_input', { fields: { reason: 'required' } })
  const state = ({ verify: 'verified', reject: 'rejected', suspend: 'suspended' } as const)[input.decision]
  await transaction(context.db, async (tx) => {
    const school = { id: input.schoolId, world: input.world }
    await settle(context, tx, school, { state, reason, deciderId: memberOf(context)?.accountId })
  })
}

/** `deciderId`: who of the platform decided; undefined where the school's mail proved it. */
type Settled = {
  state: 'verified' | 'rejected' | 'suspended'
  reason: string
  deciderId?: number | undefined
}

/** What a school is from now on. Its members use what it has only while it is verified. */
async function settle(
  context: Context,
  tx: Db,
  school: { id: number; world: LiveWorldCode },
  { state, reason, deciderId }: Settled,
): Promise<void> {
  const row = await settleSchool(tx, school, { state, reason, deciderId })
  if (row === undefined) throw new ProductError('conflict')
  await dropProof(tx, school)
  for (const place of row.places) {
    const isVerified = state === 'verified' && decidesAboutSchool(place)
    if (place.is_verified === isVerified) continue
    if (state === 'verified' && !isVerified) continue
    await setVerified(tx, place.account_id, isVerified)
    await emit(context, tx, schoolPlaceChanged, {
      world: school.world,
      accountId: place.account_id,
      schoolId: school.id,
      wasVerified: place.is_verified,
    })
  }
  const mail = { verified: schoolVerifiedMail, rejected: schoolRejectedMail, suspended: schoolSuspendedMail }[
    state
  ]
  for (const master of await mastersOf(tx, school)) {
    const linkUrl = absoluteUrl(context.env.siteUrl, url('my-school', { world: master.world }))
    await queueMail(
      tx,
      { ...context, world: master.world },
      {
        mail,
        to: master.email,
        vars: { publicName: master.public_name, school: row.name, reason, linkUrl },
        dedupeKey: `${mail.name}:${school.world}:${school.id}:${row.decidedAt.getTime()}:${master.id}`,
      },
    )
  }
}

/** Schools of all worlds in a state, the oldest first; at most a hundred. */
export async function schoolsAtDesk(context: Context, state: SchoolState): Promise<DeskSchool[]> {
  const rows = await schoolsInState(context.db, state, 100)
  return rows.map(({ created_at, official_number, website_host, master, master_email, ...row }) => ({
    ...row,
    officialNumber: official_number,
    websiteHost: website_host,
    since: created_at.toISOString(),
    master: master ?? '',
    masterEmail: master_email ?? '',
  }))
}

/** How many schools wait to be proven, by world. */
export async function waitingSchools({ db }: Pick<Deps, 'db'>): Promise<{ world: string; count: number }[]> {
  return await countPending(db)
}

function hashOf(secret: string, schoolId: number, code: string): Buffer {
  return createHmac('sha256', purposeKey(secret, 'school code')).update(`${schoolId}:${code}`).digest()
}
