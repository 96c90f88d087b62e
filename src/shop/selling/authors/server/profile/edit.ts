import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember, sellerOf } from '#platform/http/access/access.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import { storedParts } from '#platform/http/form/sent-parts.ts'
import { profileTextMaxLength, publicNameLength, subtitleMaxLength } from '#platform/limits.ts'
import { slugify } from '#platform/routing/slug.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { readCrop } from '#platform/rules/files/crop.ts'
import { cleanLine, cleanText } from '#platform/rules/text/clean-text.ts'
import { foldEmail, setPicture, updateProfileOf } from '#shop/people/identity/server/service.ts'
import { type SocialKind, socialLink } from '../../rules/social-link.ts'
import { authorChanged, authorPageChanged, authorRenamed } from '../events.ts'
import { profileRow } from '../queries.ts'
import type { AuthorProfile, Trader } from '../types.ts'
import { profileView } from '../view.ts'
import {
  deleteTrader,
  ownRow,
  setBackground,
  setPagePicture,
  updateAuthor,
  upsertTrader,
} from './edit-queries.ts'
import { croppedParts, storePicture } from './pictures.ts'

const receivePicture = storedParts(croppedParts)

export interface OwnProfile {
  publicName: string
  isPrivate: boolean
  avatar: AuthorProfile['avatar']
  /** Null for a member who is no author. */
  author: AuthorProfile | null
}

/** What a member can say of themself; what only authors have is ignored for others. A missing field stays as it is. */
export interface ProfileInput {
  public_name?: string | undefined
  subtitle?: string | undefined
  description?: string | undefined
  facebook_profile?: string | undefined
  instagram_profile?: string | undefined
  pinterest_profile?: string | undefined
  is_private_profile?: boolean | undefined
}

/** The member's own profile as the form shows it. */
export async function ownProfile(context: Context): Promise<OwnProfile> {
  const { accountId } = requireMember(context)
  const [account, row] = await Promise.all([
    ownRow(context.db, accountId),
    sellerOf(context) && profileRow(context.db, accountId),
  ])
  if (account === undefined) throw new ProductError('unauthorized')
  const size = { width: 0, height: 0 }
  return {
    publicName: row?.name ?? account.public_name,
    isPrivate: row?.is_private_profile ?? account.is_private_profile,
    avatar: account.image_key === null ? null : context.images.image('author', account.image_key, size),
    author: row ? profileView({ ...context, world: row.world as LiveWorldCode }, row) : null,
  }
}

/**
 * Changes the member's own profile. A new name gives a new address; the old one leads there.
 * @throws ProductError invalid_input with the fields
 */
export async function updateProfile(context: Context, input: ProfileInput): Promise<void> {
  const member = requireMember(context)
  const before = await ownProfile(context)
  const { author } = before
  const fields: FieldErrors = {}
  const publicName = cleanLine(input.public_name ?? before.publicName)
  const subtitle = cleanLine(input.subtitle ?? author?.subtitle ?? '')
  const description = cleanText(input.description ?? author?.description ?? '')
  if (publicName.length < publicNameLength.min)
    fields.public_name = publicName === '' ? 'required' : 'too_short'
  if (publicName.length > publicNameLength.max) fields.public_name = 'too_long'
  if (subtitle.length > subtitleMaxLength) fields.subtitle = 'too_long'
  if (description.length > profileTextMaxLength) fields.description = 'too_long'
  const social = (kind: SocialKind): string | null => {
    const name = `${kind}_profile` as const
    const typed = input[name] ?? author?.socials.find((each) => each.kind === kind)?.url ?? ''
    const link = socialLink(kind, typed)
    if (link === undefined) fields[name] = 'invalid'
    return link ?? null
  }
  const socials = {
    facebook: social('facebook'),
    instagram: social('instagram'),
    pinterest: social('pinterest'),
  }
  if (Object.keys(fields).length > 0) throw new ProductError('invalid_input', { fields })
  const slug = slugify(publicName, member.homeWorld as LiveWorldCode)
  const change = { publicName, slug, isPrivate: input.is_private_profile ?? before.isPrivate }
  await write(context, async (tx) => {
    await updateProfileOf(tx, member.accountId, change)
    if (author) await updateAuthor(tx, member.accountId, { ...change, subtitle, description, ...socials })
    const world = member.homeWorld as LiveWorldCode
    if (publicName !== before.publicName)
      await emit(context, tx, authorRenamed, { authorId: member.accountId, world })
  })
}

/** Sets the member's picture from a multipart body, cut as its `left`, `top` and `zoom` say. @throws ProductError image_invalid */
export async function sendAvatar(context: Context, request: RequestFacts): Promise<void> {
  const member = requireMember(context)
  await receivePicture(context, request, async ({ fields, files: [picture] }) => {
    const { key } = await storePicture(context, member, 'avatar', { ...picture, crop: readCrop(fields) })
    await replace(context, (tx) => setAvatar(tx, member.accountId, key))
  })
}

/** Takes the member's picture away. */
export async function removeAvatar(context: Context): Promise<void> {
  const member = requireMember(context)
  await replace(context, (tx) => setAvatar(tx, member.accountId, null))
}

/** Sets the picture behind the head of the author page, cut as its `left`, `top` and `zoom` say. @throws ProductError image_invalid */
export async function sendBackground(context: Context, request: RequestFacts): Promise<void> {
  const member = requireMember(context)
  await receivePicture(context, request, async ({ fields, files: [picture] }) => {
    const { key } = await storePicture(context, member, 'background', { ...picture, crop: readCrop(fields) })
    await replace(context, (tx) => setBackground(tx, member.accountId, key), authorPageChanged)
  })
}

/** Takes the picture behind the head of the author page away. */
export async function removeBackground(context: Context): Promise<void> {
  const member = requireMember(context)
  await replace(context, (tx) => setBackground(tx, member.accountId, null), authorPageChanged)
}

/**
 * Says who sells as a trader, or that nobody does (null). `isCertified` is the trader's word of article 30 (1) (e).
 * @throws ProductError invalid_input with the fields
 */
export async function updateTrader(
  context: Context,
  input: { [K in keyof Trader]: string } | null,
  isCertified: boolean,
): Promise<void> {
  const member = requireMember(context)
  if (input === null)
    return await write(context, (tx) => deleteTrader(tx, member.accountId), authorPageChanged)
  const fields: FieldErrors = {}
  const legalName = cleanLine(input.legalName)
  const address = cleanText(input.address)
  const email = foldEmail(input.email)
  if (legalName.length < 2 || legalName.length > 200)
    fields.legalName = legalName === '' ? 'required' : 'invalid'
  if (address.length < 10 || address.length > 500) fields.address = address === '' ? 'required' : 'invalid'
  if (email === undefined) fields.email = input.email === '' ? 'required' : 'invalid'
  const optional = {
    phone: cleanLine(input.phone),
    tradeRegister: cleanLine(input.tradeRegister),
    vatId: cleanLine(input.vatId),
  }
  for (const [name, value] of Object.entries(optional)) if (value.length > 100) fields[name] = 'too_long'
  if (!isCertified) fields.certified = 'required'
  if (email === undefined || Object.keys(fields).length > 0)
    throw new ProductError('invalid_input', { fields })
  const trader = {
    ...{ legal_name: legalName, address, email, phone: optional.phone || null },
    ...{ trade_register: optional.tradeRegister || null, vat_id: optional.vatId || null },
  }
  await write(
    context,
    (tx) => upsertTrader(tx, member.homeWorld, member.accountId, trader),
    authorPageChanged,
  )
}

async function replace(context: Context, act: (tx: Db) => Promise<string[]>, change = authorChanged) {
  const unused = await write(context, act, change)
  // The change stands; a file nobody refers to any more is only a few kilobytes too many.
  await Promise.allSettled(unused.map((key) => context.storage.delete(key)))
}

async function write<T>(context: Context, act: (tx: Db) => Promise<T>, change = authorChanged): Promise<T> {
  const { accountId, homeWorld } = requireMember(context)
  return await transaction(context.db, async (tx) => {
    const done = await act(tx)
    await emit(context, tx, change, { authorId: accountId, world: homeWorld as LiveWorldCode })
    return done
  })
}

/** A member's picture stands at their account and, when they are an author, on their page. */
async function setAvatar(tx: Db, accountId: number, key: string | null): Promise<string[]> {
  const unused = [...(await setPicture(tx, accountId, key)), ...(await setPagePicture(tx, accountId, key))]
  return [...new Set(unused)]
}
