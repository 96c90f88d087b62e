import { mailType } from '#platform/features/mail-type.ts'

interface ExportReadyVars {
  publicName: string
  linkUrl: string
  days: number
}

/** The copy of all own data is ready. */
export const exportReadyMail = mailType<ExportReadyVars>('export-ready', {
  content: (vars, t) => ({
    subject: t('mail:exportReady.subject'),
    heading: t('mail:exportReady.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:exportReady.text') },
      { kind: 'button', text: t('mail:exportReady.button'), href: vars.linkUrl },
      { kind: 'note', text: t('mail:exportReady.valid', { days: vars.days }) },
      { kind: 'note', text: t('mail:exportReady.notYou') },
    ],
    footer: t('mail:footer'),
  }),
})
