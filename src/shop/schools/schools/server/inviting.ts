import { createHmac } from 'node:crypto'
import type { Context, Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { purposeKey } from '#platform/env/env.ts'
import { hashToken, newToken } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { foldEmail } from '#shop/people/identity/server/service.ts'
import { invitationDays, maxInvitedAtOnce } from '../rules/contract.ts'
import { insertPlace } from './founding-queries.ts'
import {
  deleteOldInvitations,
  dropInvitation,
  findInvitation,
  type InvitationRow,
  insertInvitation,
  openInvitations,
  takeInvitation,
} from './inviting-queries.ts'
import { schoolInvitationMail } from './mails.ts'
import { ownSchool } from './proving-queries.ts'

/** What became of the addresses of one invitation. */
export interface InvitedReport {
  sent: number
  /** Addresses with an invitation that still works. */
  again: string[]
  /** Lines that are no address. */
  wrong: string[]
}

/**
 * Invites colleagues by mail: one address a line or cell, as they come out of a table.
 * @throws ProductError not_found (looks after no school); invalid_input (emails: none, or too many)
 */
export async function inviteByMail(context: Context, typed: string): Promise<InvitedReport> {
  const { env, world } = context
  const { accountId, publicName } = requireMember(context)
  const words = [...new Set(typed.split(/[\s,;]+/).filter((word) => word !== ''))]
  const emails = words.filter((word) => word.includes('@'))
  const folded = new Map(emails.map((word) => [word, foldEmail(word.replaceAll(/^["'<]+|["'>]+$/g, ''))]))
  const good = [...new Set([...folded.values()].filter((email) => email !== undefined))]
  const wrong = emails.filter((word) => folded.get(word) === undefined)
  if (good.length === 0) throw new ProductError('invalid_input', { fields: { emails: 'invalid' } })
  if (good.length > maxInvitedAtOnce)
    throw new ProductError('invalid_input', { fields: { emails: 'too_long' } })
  return await transaction(context.db, async (tx) => {
    const school = await ownSchool(tx, accountId)
    if (school === undefined) throw new ProductError('not_found')
    const again: string[] = []
    for (const email of good) {
      const token = newToken()
      const place = { world: school.world, schoolId: school.id, tokenHash: hashToken(token) }
      const id = await insertInvitation(tx, { ...place, email, uses: 1, days: invitationDays })
      if (id === undefined) {
        again.push(email)
        continue
      }
      await queueMail(tx, context, {
        mail: schoolInvitationMail,
        to: email,
        vars: {
          sender: publicName,
          school: school.name,
          linkUrl: absoluteUrl(env.siteUrl, url('school-invitation', { world, token })),
        },
        dedupeKey: `school-invitation:${id}`,
      })
    }
    return { sent: good.length - again.length, again, wrong }
  })
}

/**
 * A link for several colleagues; it is shown as long as it works, so its secret is made of its number.
 * @throws ProductError not_found
 */
export async function makeInvitationLink(context: Context, uses: number): Promise<void> {
  const { accountId } = requireMember(context)
  await transaction(context.db, async (tx) => {
    const school = await ownSchool(tx, accountId)
    if (school === undefined) throw new ProductError('not_found')
    const place = { world: school.world, schoolId: school.id, email: null, uses, days: invitationDays }
    await insertInvitation(tx, place, (id) => hashToken(linkSecret(context, id)))
  })
}

/** Takes an invitation back. @throws ProductError not_found (used or taken back meanwhile) */
export async function revokeInvitation(context: Context, id: number): Promise<void> {
  const { accountId } = requireMember(context)
  await transaction(context.db, async (tx) => {
    const school = await ownSchool(tx, accountId)
    if (school === undefined || !(await dropInvitation(tx, school, id))) throw new ProductError('not_found')
  })
}

export interface OpenInvitation {
  id: number
  /** Whom it went to; undefined: a link. */
  email: string | undefined
  /** The link, absolute. */
  linkUrl: string | undefined
  usesLeft: number
  expiresAt: Date
}

/** Invitations of the school one looks after that still work, the newest first. */
export async function ownInvitations(context: Context): Promise<OpenInvitation[]> {
  const { env, world } = context
  const rows = await openInvitations(context.db, requireMember(context).accountId)
  return rows.map((row) => ({
    id: row.id,
    email: row.email ?? undefined,
    linkUrl:
      row.email === null
        ? absoluteUrl(env.siteUrl, url('school-invitation', { world, token: linkSecret(context, row.id) }))
        : undefined,
    usesLeft: row.uses_left,
    expiresAt: row.expires_at,
  }))
}

/** What the link of an invitation opens. @throws ProductError('link_expired') */
export async function invitationTo(context: Context, token: string): Promise<InvitationRow> {
  const found = await findInvitation(context.db, hashToken(token))
  if (found === undefined) throw new ProductError('link_expired')
  return found
}

/**
 * Joins the school of an invitation. Whoever comes with the address it was sent to is known to belong there; of others who got the link
 * the school's master says so.
 * @throws ProductError link_expired; conflict (belongs to a school already)
 */
export async function acceptInvitation(context: Context, token: string): Promise<void> {
  const member = requireMember(context)
  await transaction(context.db, async (tx) => {
    const taken = await takeInvitation(tx, hashToken(token))
    if (taken === undefined) throw new ProductError('link_expired')
    const isKnown = taken.state === 'verified' && taken.email === member.email
    const place = { world: taken.world, schoolId: taken.school_id, accountId: member.accountId }
    if (!(await insertPlace(tx, { ...place, role: 'member', isKnown }))) throw new ProductError('conflict')
  })
}

/** Part of the nightly job. */
export async function cleanInvitations({ db }: Pick<Deps, 'db'>): Promise<void> {
  await deleteOldInvitations(db)
}

function linkSecret({ env }: Pick<Context, 'env'>, id: number): string {
  return createHmac('sha256', purposeKey(env.secret, 'school invitation'))
    .update(String(id))
    .digest('base64url')
}
