import type { Translate } from '#i18n/translate.ts'
import { roomLimits } from '#shared/limits.ts'
import { mailType } from '../mail-type.ts'
import type { MailContent } from '../mail/types.ts'

interface PlaceVars {
  publicName: string
  school: string
  linkUrl: string
}

/** Whoever looks after the school's account took somebody out of it. */
export const schoolRemovedMail = mailType<PlaceVars>('school-removed', {
  content: (vars, t) => placeLost('schoolRemoved', vars, t),
})

/** Whoever looks after the school's account says that somebody does not belong to it after all. */
export const schoolUnverifiedMail = mailType<PlaceVars>('school-unverified', {
  content: (vars, t) => placeLost('schoolUnverified', vars, t),
})

/** Both take the same away: what the school has bought. */
function placeLost(
  name: 'schoolRemoved' | 'schoolUnverified',
  { publicName, school, linkUrl }: PlaceVars,
  t: Translate,
): MailContent {
  return {
    subject: t(`mail:${name}.subject`),
    heading: t('mail:schoolPlace.heading', { name: publicName }),
    blocks: [
      { kind: 'paragraph', text: t(`mail:${name}.text`, { school }) },
      { kind: 'paragraph', text: t('mail:schoolPlace.ends', { hours: roomLimits.lostHours + 1 }) },
      { kind: 'paragraph', text: t('mail:schoolPlace.stays') },
      { kind: 'button', text: t('mail:schoolPlace.button'), href: linkUrl },
      { kind: 'note', text: t('mail:schoolPlace.wrong') },
    ],
    footer: t('mail:footer'),
  }
}
