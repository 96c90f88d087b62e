import type { Translate } from '#platform/i18n/translate.ts'
import type { MutableKind } from './contract.ts'

const texts: Readonly<Record<MutableKind, string>> = {
  sale: 'notifications:text.sale',
  review: 'notifications:text.review',
  question: 'notifications:text.question',
  answer: 'notifications:text.answer',
  note: 'notifications:text.note',
  'note-answer': 'notifications:text.noteAnswer',
  'review-reply': 'notifications:text.reviewReply',
  comment: 'notifications:text.comment',
  mention: 'notifications:text.mention',
  follower: 'notifications:text.follower',
  'new-material': 'notifications:text.newMaterial',
  'new-post': 'notifications:text.newPost',
  'new-version': 'notifications:text.newVersion',
  'author-news': 'notifications:text.authorNews',
  'school-wish': 'notifications:text.wishDeclined',
}

const names: Readonly<Record<MutableKind, string>> = {
  sale: 'notifications:kind.sale',
  review: 'notifications:kind.review',
  question: 'notifications:kind.question',
  answer: 'notifications:kind.answer',
  note: 'notifications:kind.note',
  'note-answer': 'notifications:kind.noteAnswer',
  'review-reply': 'notifications:kind.reviewReply',
  comment: 'notifications:kind.comment',
  mention: 'notifications:kind.mention',
  follower: 'notifications:kind.follower',
  'new-material': 'notifications:kind.newMaterial',
  'new-post': 'notifications:kind.newPost',
  'new-version': 'notifications:kind.newVersion',
  'author-news': 'notifications:kind.authorNews',
  'school-wish': 'notifications:kind.schoolWish',
}

interface Facts {
  title?: string
  name?: string
  more?: number
  /** Of a material; posts have none. */
  slug?: string
  /** Of a wish for a school. */
  isApproved?: boolean
}

/** What happened, in one sentence; `more`: how many more materials were sold beside the one that is named. */
export function notificationText(t: Translate, kind: MutableKind, facts: Facts): string {
  const { title = '', name = '', more = 0 } = facts
  if (kind === 'sale' && more > 0) return t('notifications:text.saleOfMore', { title, count: more })
  if (kind === 'comment' && facts.slug !== undefined)
    return t('notifications:text.answerBelow', { title, name })
  if (kind === 'school-wish' && facts.isApproved) return t('notifications:text.wishApproved', { title })
  return t(texts[kind], { title, name })
}

/** What a kind of notification is called in the settings. */
export function notificationKindName(t: Translate, kind: MutableKind): string {
  return t(names[kind])
}
