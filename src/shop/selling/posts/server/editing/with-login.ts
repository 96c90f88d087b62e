import { type Context, memberOf } from '#platform/context/context.ts'
import type { CookieChange } from '#platform/context/cookies.ts'
import { ProductError } from '#platform/errors.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import { afterLogin, authenticate, clientOf } from '#shop/people/identity/server/service.ts'
import type { CommentInput } from '../../rules/contract.ts'
import { belowPost } from '../comments/comment-targets.ts'
import { storedComment } from '../comments/comment-text.ts'
import { writeComment } from '../comments/comments.ts'

export interface WrittenWithLogin {
  /** Undefined for a member who has to accept the terms first: logged in, nothing written yet. */
  commentId: number | undefined
  cookies: CookieChange[]
}

/**
 * Writes a comment for a stranger who logs in beside it, or for who has become a member meanwhile.
 * @throws ProductError unauthorized (nothing to log in with), invalid_credentials and what `writeComment` throws
 */
export async function writeWithLogin(
  context: Context,
  given: {
    postId: number
    input: CommentInput
    email?: string | undefined
    password?: string | undefined
  },
  request: Pick<RequestFacts, 'headers' | 'ip'>,
): Promise<WrittenWithLogin> {
  const { postId, input, email, password } = given
  // Before the login: a comment that does not fit must not cost the password that was typed.
  storedComment(input.text)
  if (memberOf(context))
    return { commentId: (await writeComment(context, belowPost(postId), input)).id, cookies: [] }
  if (email === undefined && password === undefined) throw new ProductError('unauthorized')
  const client = clientOf(context, request)
  const login = await authenticate(
    context,
    { grant_type: 'password', username: email, password, platform: 'web' },
    client,
  )
  if (login.member === undefined) throw new ProductError('unauthorized')
  const cookies = await afterLogin(context, login, client)
  if (!login.member.agbAccepted) return { commentId: undefined, cookies }
  const { id } = await writeComment({ ...context, visitor: login.member }, belowPost(postId), input)
  return { commentId: id, cookies }
}
