import type { FollowedAuthor } from '#platform/rules/contract/author.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import type { AuthorSummary } from '#shop/catalogue/catalogue/server/types.ts'
import type { SocialKind } from '../rules/social-link.ts'

/** What a trader must say of themself (Regulation (EU) 2022/2065, articles 30 and 31). */
export interface Trader {
  legalName: string
  address: string
  email: string
  phone: string | null
  tradeRegister: string | null
  vatId: string | null
}

/** The head of an author's pages. */
export interface AuthorProfile extends AuthorSummary {
  /** When the account was opened. */
  createdAt: string
  /** Hides following and activity; what is sold stays for sale. */
  isPrivate: boolean
  totalFollowings: number
  /** Addresses on facebook.com, instagram.com, pinterest.*; https only. */
  socials: { kind: SocialKind; url: string }[]
  /** Null for a private seller. */
  trader: Trader | null
}

/** A shelf the author has made. */
export interface ShopSection {
  id: number
  title: string
  cards: MaterialCard[]
  /** Public materials in it. */
  total: number
}

export interface Choice {
  id: string
  name: string
  count: number
}

/** What is looked for within one author's materials; a missing part narrows nothing. */
export interface ShopWish {
  query: string
  subject: string | undefined
  materialType: string | undefined
  sectionId: number | undefined
  /** From 1. */
  page: number
}

export interface Shop {
  materials: MaterialCard[]
  /** Materials that fit, however many pages are shown. */
  total: number
  page: number
  /** 40 at most: then the search has to be narrowed. */
  pageCount: number
  /** Only on the first page of an unnarrowed shop, as the sections. */
  pinned: MaterialCard[]
  /** Only on the first page of an unnarrowed shop. */
  sections: ShopSection[]
  /** Title of the section that is shown alone. */
  sectionTitle: string | null
  subjects: Choice[]
  types: Choice[]
  isNarrowed: boolean
}

export type ActivityKind = 'published' | 'updated' | 'answered' | 'reviewed' | 'posted'

/** One line of somebody's timeline. */
export interface Activity {
  kind: ActivityKind
  at: Date
  /** The material, or the post. */
  subject: { title: string; url: string }
  /** The answer to a review, or the review itself; empty for the other kinds. */
  text: string
  /** Stars of `reviewed`. */
  rating: number | null
}

export interface ActivityPage {
  items: Activity[]
  /** Value of `?after=` for the next page. */
  nextCursor: string | null
  /** Cache tags of what the lines show. */
  tags: string[]
}

export interface FollowingPage {
  authors: FollowedAuthor[]
  total: number
  page: number
  pageCount: number
}

/** A member who is no author. */
export interface UserProfile {
  id: number
  name: string
  slug: string
  url: string
  avatar: AuthorSummary['avatar']
  memberSince: Date
  isPrivate: boolean
  /** The visitor looks at their own profile: private parts are shown to them. */
  isOwn: boolean
}
