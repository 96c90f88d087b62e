import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { ReportInput } from '#platform/rules/contract/feedback.ts'
import { takeReport } from '#shop/community/feedback/server/service.ts'
import { publicPlace } from '../reading.ts'
import { findComment } from './comment-queries.ts'
import { holdComment } from './moderating.ts'

/**
 * Takes a notice about a public post, or one of its comments, from anybody (Digital Services Act, article 16).
 * @throws ProductError not_found, gone, invalid_input, rate_limited
 */
export async function reportPost(
  context: Context,
  { postId, commentId }: { postId: number; commentId: number | null },
  given: { input: ReportInput },
): Promise<void> {
  const { env, world } = context
  await takeReport(context, given, async (tx) => {
    const post = await publicPlace(tx, world, postId)
    const comment = commentId === null ? undefined : await findComment(tx, world, commentId)
    if (commentId !== null && (comment?.post_id !== postId || comment.state !== 'shown'))
      throw new ProductError('not_found')
    const part = commentId === null ? '' : `#comment-${commentId}`
    return {
      target: { postId, commentId },
      affectedId: comment?.account_id ?? post.author_id,
      title: post.title,
      address: absoluteUrl(env.siteUrl, url('post', { world, id: postId })) + part,
      ...(commentId !== null && { hold: (held) => holdComment(context, held, commentId) }),
    }
  })
}
