import { mailType } from '#platform/features/mail-type.ts'

/** Names the mail of a comment. */
export function commentMailKey(world: string, commentId: number): string {
  return `comment-made:${world}:${commentId}`
}

interface CommentMadeVars {
  publicName: string
  title: string
  writer: string
  comment: string
  commentUrl: string
  /** Below a question about a material, not below a post. */
  isBelowQuestion: boolean
}

/** To the author of the post or the material. */
export const commentMade = mailType<CommentMadeVars>('comment-made', {
  partition: 'comments',
  content: (vars, t) => ({
    subject: t('mail:commentMade.subject', { title: vars.title }),
    heading: t('mail:commentMade.heading', { name: vars.publicName }),
    blocks: [
      {
        kind: 'paragraph',
        text: t(vars.isBelowQuestion ? 'mail:commentMade.belowQuestion' : 'mail:commentMade.text', {
          writer: vars.writer,
          title: vars.title,
        }),
      },
      { kind: 'paragraph', text: vars.comment },
      { kind: 'button', text: t('mail:commentMade.button'), href: vars.commentUrl },
      ...(vars.isBelowQuestion ? [] : [{ kind: 'note' as const, text: t('mail:commentMade.hide') }]),
    ],
    footer: t('mail:footer'),
  }),
})
