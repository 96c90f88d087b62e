import { event } from '#platform/events/event.ts'
import {
  authorListTag,
  authorPageTag,
  authorPostsTag,
  authorTag,
  writerTag,
} from '#platform/events/page-tags.ts'

/**
 * A member has logged in, told in the transaction that opens the session; the context is the member's and still names
 * the stranger they were (cart token, anonymous id). `next`: the page of ours they were on the way to. Who finishes on
 * the way what the stranger began answers where that led.
 */
export const accountSignedIn = event<
  { accountId: number; next: string | undefined },
  { goTo: string } | undefined
>('account.signed-in')

/** An account was opened, with the code of an invitation or without. */
export const accountRegistered = event<{ accountId: number; invitation: string | undefined }>(
  'account.registered',
)

/** Pages that answer "not found" without their account, and lists that name it. */
const ownPages = ({ accountId }: { accountId: number }) => [
  ...[authorTag(accountId), authorPageTag(accountId), authorListTag(accountId), authorPostsTag(accountId)],
]

/** A member has closed their account, told in the transaction that does it; it can be kept until it is erased. */
export const accountClosed = event<{ accountId: number }>('account.closed', { gone: ownPages })

/**
 * Everything about a person is being erased, told in the transaction that does it: who has more than rows of theirs
 * (files, an index, pages) takes that away.
 */
export const accountErased = event<{ accountId: number }>('account.erased', {
  gone: (account) => [...ownPages(account), writerTag(account.accountId)],
})

/** A member has become an author, told in the transaction that makes them one: what authors have comes with it. */
export const sellerBegan = event<{ accountId: number }>('account.seller-began')
