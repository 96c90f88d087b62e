import { mailType } from '#platform/features/mail-type.ts'

interface MaterialRecommendedVars {
  sender: string
  title: string
  message: string
  materialUrl: string
}

/** `sender` and `message` are a member's own words, without anything a mail program makes a link of. */
export const materialRecommended = mailType<MaterialRecommendedVars>('material-recommended', {
  partition: 'recommendations',
  content: (vars, t) => ({
    subject: t('mail:materialRecommended.subject', { name: vars.sender }),
    heading: t('mail:materialRecommended.heading', { name: vars.sender }),
    blocks: [
      { kind: 'paragraph', text: t('mail:materialRecommended.text', { title: vars.title }) },
      ...(vars.message === ''
        ? []
        : [{ kind: 'paragraph' as const, text: `${vars.sender}: ${vars.message}` }]),
      { kind: 'button', text: t('mail:materialRecommended.button'), href: vars.materialUrl },
      { kind: 'note', text: t('mail:materialRecommended.why', { name: vars.sender }) },
    ],
    footer: t('mail:footer'),
  }),
})
