import { type MailContent, mailType } from '#platform/features/mail-type.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'

interface PlaceVars {
  publicName: string
  school: string
  linkUrl: string
}

/** Whoever looks after the school's account took somebody out of it. */
export const schoolRemovedMail = mailType<PlaceVars>('school-removed', {
  content: (vars, t) => ({
    subject: t('mail:schoolRemoved.subject'),
    ...placeLost(t('mail:schoolRemoved.text', { school: vars.school }), vars, t),
  }),
})

/** Whoever looks after the school's account says that somebody does not belong to it after all. */
export const schoolUnverifiedMail = mailType<PlaceVars>('school-unverified', {
  content: (vars, t) => ({
    subject: t('mail:schoolUnverified.subject'),
    ...placeLost(t('mail:schoolUnverified.text', { school: vars.school }), vars, t),
  }),
})

/** Both take the same away: what the school has bought. */
function placeLost(text: string, vars: PlaceVars, t: Translate): Omit<MailContent, 'subject'> {
  return {
    heading: t('mail:schoolPlace.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text },
      { kind: 'paragraph', text: t('mail:schoolPlace.ends', { hours: roomLimits.lostHours + 1 }) },
      { kind: 'paragraph', text: t('mail:schoolPlace.stays') },
      { kind: 'button', text: t('mail:schoolPlace.button'), href: vars.linkUrl },
      { kind: 'note', text: t('mail:schoolPlace.wrong') },
    ],
    footer: t('mail:footer'),
  }
}
