import { licencesByMember, schoolLicences } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { isProductError } from '#platform/errors.ts'
import { isAllowed } from '#platform/http/access/authorize.ts'
import type { FormState } from '#platform/http/form/form-state.ts'
import { looksAfterSchool } from '#platform/roles.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { schoolFiles } from '#shop/money/orders/server/service.ts'
import { wishFilterSchema } from '#shop/schools/school-wishes/rules/contract.ts'
import { schoolWishes, waitingWishes } from '#shop/schools/school-wishes/server/service.ts'
import {
  invitationTo,
  ownInvitations,
  ownSchoolPlace,
  schoolMembers,
  schoolsLike,
} from '#shop/schools/schools/server/service.ts'
import { unlessOver } from './mail-links.ts'

/**
 * The member's school and what they have by it; `?leave=1` is the step before leaving, `?after=` the cursor of an older page of
 * licences, `?files=<material>` shows the files of one. Who belongs to no school has an empty page.
 */
export async function loadMySchool(context: Context, query: URLSearchParams) {
  const after = query.get('after') ?? undefined
  const taken = readId(query.get('files'))
  const [place, page, wishes, files] = await Promise.all([
    ownSchoolPlace(context),
    schoolLicences(context, after),
    waitingWishes(context),
    taken === undefined ? undefined : schoolFiles(context, taken).catch(noneWhenGone),
  ])
  return {
    place,
    wishes,
    files,
    ...page,
    isOlder: after !== undefined,
    isCodeSent: query.has('code'),
    isLeaving: place?.mayLeave === true && query.has('leave'),
  }
}

/** The licence ended since the address was made. */
function noneWhenGone(error: unknown): undefined {
  if (!isProductError(error) || error.code !== 'not_found') throw error
}

/** What a master is about to do with a member. */
export type Deciding = 'remove' | 'unverify'

/** Everybody of the school a master looks after; `?remove=` or `?unverify=<account>` is the step before it is done. */
export async function loadSchoolAccount(context: Context, query: URLSearchParams) {
  const [{ place, members }, counts, invitations] = await Promise.all([
    schoolMembers(context),
    licencesByMember(context),
    ownInvitations(context),
  ])
  const deciding = (['remove', 'unverify'] as const).find((each) => query.has(each))
  const chosen = deciding && members.find(({ accountId }) => accountId === readId(query.get(deciding)))
  const isOpen =
    chosen && !looksAfterSchool(chosen.role) && (deciding === 'remove' || chosen.isVerified === true)
  return {
    place,
    invitations,
    members: members.map((member) => ({ ...member, licences: counts.get(member.accountId) ?? 0 })),
    decision: isOpen ? { ...chosen, deciding: deciding as Deciding } : undefined,
  }
}

/**
 * Finding and founding a school: `?q=` are words of one that may be there; `existing` is the one with the official number that was
 * typed.
 */
export async function loadSchoolCreate(
  context: Context,
  query: URLSearchParams,
  form: FormState | undefined,
) {
  const words = query.get('q') ?? ''
  const number = form?.problem === 'school_exists' ? form.values.officialNumber : undefined
  const [found, [existing]] = await Promise.all([
    schoolsLike(context, words),
    number === undefined ? [] : schoolsLike(context, number),
  ])
  return { words, found, existing }
}

/** What the link of an invitation opens; undefined when it is over. */
export async function loadSchoolInvitation(
  context: Context,
  { token = '' }: Readonly<Record<string, string>>,
) {
  return await unlessOver(invitationTo(context, token))
}

/**
 * What the member's school wishes for; `?decide=<material>` opens the form of a no, `?removed=<material>` offers the way back,
 * `?material=` is to be suggested.
 * Undefined for who is no verified member of a school.
 */
export async function loadSchoolWishlist(context: Context, query: URLSearchParams) {
  if (!isAllowed(context, 'school-wish.list')) return undefined
  const asked = Object.fromEntries([...query].filter(([name, value]) => isFilter(name) && value !== ''))
  const filter = wishFilterSchema.safeParse(asked).data ?? wishFilterSchema.parse({})
  const { wishes, subjects } = await schoolWishes(context, filter)
  return {
    wishes,
    filter,
    subjects: context.taxonomy
      .terms(context.world, 'subject')
      .filter(({ id }) => subjects.includes(id))
      .map(({ id, name }) => ({ id, name })),
    isFiltered: filter.state !== undefined || filter.subject !== undefined,
    deciding: readId(query.get('decide')),
    suggested: readId(query.get('material')),
    removed: readId(query.get('removed')),
  }
}

const isFilter = (name: string) => ['sort', 'state', 'subject'].includes(name)
