import { z } from 'zod'

/**
 * Kinds of mails a person can leave one by one. Mails about an order, an account or a notice are none of them: they
 * come whatever else somebody wants.
 */
export const mailPartitions = [
  'saved-searches',
  'ratings',
  'recommendations',
  'questions',
  'comments',
  'abandoned-cart',
  'following',
  'price-drops',
  'new-versions',
  'newsletter',
] as const
export type MailPartition = (typeof mailPartitions)[number]

/** What is left all at once as `mailing`. Questions and comments are words of people, so they are none. */
export const mailingPartitions: readonly MailPartition[] = [
  'saved-searches',
  'ratings',
  'recommendations',
  'abandoned-cart',
  'following',
  'price-drops',
  'new-versions',
  'newsletter',
]

/**
 * Advertising in the sense of the law, which needs consent beforehand (Directive 2002/58/EC, article 13(1); in Germany section 7(2)
 * UWG): these come only to who switched them on. A request for a review is advertising, too (Bundesgerichtshof, 10 July 2018,
 * VI ZR 225/17). The others were asked for by an act of the member (a search saved, an author followed, a price watched) or belong to
 * a purchase (new versions, answers): they come until they are left.
 */
export const consentedPartitions: readonly MailPartition[] = ['abandoned-cart', 'ratings', 'newsletter']

/** Nobody gets these twice: a process that dies while it hands one over leaves it as it is. */
export const oncePartitions: readonly MailPartition[] = ['newsletter']

/** One kind, or every mailing at once. */
export const mailKindSchema = z.enum([...mailPartitions, 'mailing'])
export type MailKind = z.infer<typeof mailKindSchema>

/** Links of mails that are not about a kind of mail but about an author who is followed. */
export const personLinkSchema = z.string().regex(/^author-[1-9]\d{0,15}$/)
