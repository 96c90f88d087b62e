import { mailType } from '#platform/features/mail-type.ts'

interface FreeMaterialVars {
  title: string
  author: string
  downloadUrl: string
  days: number
}

/** To an address anybody can type: nothing of the asker is in it. */
export const freeMaterial = mailType<FreeMaterialVars>('free-material', {
  content: (vars, t) => ({
    subject: t('mail:freeMaterial.subject', { title: vars.title }),
    heading: t('mail:freeMaterial.heading'),
    blocks: [
      {
        kind: 'paragraph',
        text: t('mail:freeMaterial.text', { title: vars.title, author: vars.author }),
      },
      { kind: 'button', text: t('mail:freeMaterial.button'), href: vars.downloadUrl },
      { kind: 'note', text: t('mail:freeMaterial.valid', { days: vars.days }) },
      { kind: 'note', text: t('mail:freeMaterial.notYou') },
    ],
    footer: t('mail:footer'),
  }),
})
