import type { Context } from '#platform/context/context.ts'
import { namedTag, postCardTag, reviewsTag } from '#platform/events/page-tags.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { authorView } from '#shop/catalogue/catalogue/server/service.ts'
import type { SocialKind } from '../rules/social-link.ts'
import type { ActivityRow, ProfileRow, TraderRow } from './queries.ts'
import type { Activity, AuthorProfile, Trader } from './types.ts'

export function profileView(context: Context, row: ProfileRow): AuthorProfile {
  const socials: [SocialKind, string | null][] = [
    ['facebook', row.facebook_profile],
    ['instagram', row.instagram_profile],
    ['pinterest', row.pinterest_profile],
  ]
  return {
    ...authorView(context, { ...row, author_since: row.author_since.toISOString() }),
    createdAt: row.created_at.toISOString(),
    isPrivate: row.is_private_profile,
    totalFollowings: row.total_followings,
    socials: socials.flatMap(([kind, address]) => (address ? [{ kind, url: address }] : [])),
    trader: row.trader && traderView(row.trader),
  }
}

export function traderView(row: TraderRow): Trader {
  return {
    legalName: row.legal_name,
    address: row.address,
    email: row.email,
    phone: row.phone,
    tradeRegister: row.trade_register,
    vatId: row.vat_id,
  }
}

/** Cache tags of one line: the post, or the material and what was said of it. */
export function activityTags({ kind, id }: Pick<ActivityRow, 'kind' | 'id'>): string[] {
  if (kind === 'posted') return [postCardTag(id)]
  const isSaid = kind === 'answered' || kind === 'reviewed'
  return [namedTag(id), ...(isSaid ? [reviewsTag(id)] : [])]
}

export function activityView(world: LiveWorldCode, row: ActivityRow): Activity {
  return {
    kind: row.kind,
    at: row.at,
    subject: {
      title: row.title,
      url:
        row.kind === 'posted'
          ? url('post', { world, id: row.id })
          : url('material', { world, id: row.id, slug: row.slug }),
    },
    text: row.text,
    rating: row.rating,
  }
}
