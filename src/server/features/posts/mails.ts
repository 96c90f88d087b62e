import { mailType } from '../mail-type.ts'

interface CommentMadeVars {
  publicName: string
  title: string
  writer: string
  comment: string
  commentUrl: string
}

/** To the author of a post. */
export const commentMade = mailType<CommentMadeVars>('comment-made', {
  partition: 'comments',
  content: (vars, t) => ({
    subject: t('mail:commentMade.subject', { title: vars.title }),
    heading: t('mail:commentMade.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:commentMade.text', { writer: vars.writer, title: vars.title }) },
      { kind: 'paragraph', text: vars.comment },
      { kind: 'button', text: t('mail:commentMade.button'), href: vars.commentUrl },
      { kind: 'note', text: t('mail:commentMade.hide') },
    ],
    footer: t('mail:footer'),
  }),
})
