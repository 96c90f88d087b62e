import { mailType } from '#platform/features/mail-type.ts'
import type { Translate } from '#platform/i18n/translate.ts'

/** Something about the safety of an account changed; its owner hears of each. */
export const securityEvents = [
  'password_changed',
  'two_factor_on',
  'two_factor_off',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'codes_guessed',
  'new_device',
  'admin_acts',
  'bank_details_changed',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

interface SecurityNoticeVars {
  publicName: string
  event: SecurityEvent
  /** Day and time, written for the world. */
  at: string
  /** Browser and system; undefined when neither is known. */
  device: string | undefined
  recoverUrl: string
}

const words: Readonly<Record<SecurityEvent, (t: Translate) => { subject: string; text: string }>> = {
  password_changed: (t) => ({
    subject: t('mail:security.passwordChanged.subject'),
    text: t('mail:security.passwordChanged.text'),
  }),
  two_factor_on: (t) => ({
    subject: t('mail:security.twoFactorOn.subject'),
    text: t('mail:security.twoFactorOn.text'),
  }),
  two_factor_off: (t) => ({
    subject: t('mail:security.twoFactorOff.subject'),
    text: t('mail:security.twoFactorOff.text'),
  }),
  recovery_codes_made: (t) => ({
    subject: t('mail:security.codesMade.subject'),
    text: t('mail:security.codesMade.text'),
  }),
  recovery_code_used: (t) => ({
    subject: t('mail:security.codeUsed.subject'),
    text: t('mail:security.codeUsed.text'),
  }),
  passkey_added: (t) => ({
    subject: t('mail:security.passkeyAdded.subject'),
    text: t('mail:security.passkeyAdded.text'),
  }),
  passkey_removed: (t) => ({
    subject: t('mail:security.passkeyRemoved.subject'),
    text: t('mail:security.passkeyRemoved.text'),
  }),
  codes_guessed: (t) => ({
    subject: t('mail:security.codesGuessed.subject'),
    text: t('mail:security.codesGuessed.text'),
  }),
  new_device: (t) => ({
    subject: t('mail:security.newDevice.subject'),
    text: t('mail:security.newDevice.text'),
  }),
  admin_acts: (t) => ({
    subject: t('mail:security.adminActs.subject'),
    text: t('mail:security.adminActs.text'),
  }),
  bank_details_changed: (t) => ({
    subject: t('mail:security.bankChanged.subject'),
    text: t('mail:security.bankChanged.text'),
  }),
}

/** Tells the owner what changed about the safety of the account, and what to do if it was somebody else. */
export const securityNotice = mailType<SecurityNoticeVars>('security-notice', {
  content: (vars, t) => {
    const { subject, text } = words[vars.event](t)
    return {
      subject,
      heading: t('mail:security.heading', { name: vars.publicName }),
      blocks: [
        { kind: 'paragraph', text },
        {
          kind: 'rows',
          rows: [
            [t('mail:security.when'), vars.at],
            [t('mail:security.where'), vars.device ?? t('mail:security.unknownDevice')],
          ],
        },
        { kind: 'note', text: t('mail:security.notYou') },
        { kind: 'button', text: t('mail:security.button'), href: vars.recoverUrl },
      ],
      footer: t('mail:footer'),
    }
  },
})
