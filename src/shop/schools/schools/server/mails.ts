import { type MailContent, mailType } from '#platform/features/mail-type.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { invitationDays, proofCode } from '../rules/contract.ts'

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

/** Who looked after the school is gone: somebody else does from now on. */
export const schoolSuccessorMail = mailType<PlaceVars>('school-successor', {
  content: (vars, t) => ({
    subject: t('mail:schoolSuccessor.subject', { school: vars.school }),
    heading: t('mail:schoolPlace.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:schoolSuccessor.text', { school: vars.school }) },
      { kind: 'button', text: t('mail:schoolSuccessor.button'), href: vars.linkUrl },
    ],
    footer: t('mail:footer'),
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

/** A code for an address of the school: who types it can read the school's mail. */
export const schoolCodeMail = mailType<{ school: string; code: string }>('school-code', {
  content: (vars, t) => ({
    subject: t('mail:schoolCode.subject'),
    heading: t('mail:schoolCode.heading'),
    blocks: [
      { kind: 'paragraph', text: t('mail:schoolCode.text', { school: vars.school }) },
      { kind: 'paragraph', text: vars.code },
      { kind: 'note', text: t('mail:schoolCode.valid', { minutes: proofCode.minutes }) },
      { kind: 'note', text: t('mail:schoolCode.notYou') },
    ],
    footer: t('mail:footer'),
  }),
})

/** A colleague invites to a school's account. */
export const schoolInvitationMail = mailType<{ sender: string; school: string; linkUrl: string }>(
  'school-invitation',
  {
    partition: 'recommendations',
    content: (vars, t) => ({
      subject: t('mail:schoolInvitation.subject', { school: vars.school }),
      heading: t('mail:schoolInvitation.heading', { name: vars.sender }),
      blocks: [
        { kind: 'paragraph', text: t('mail:schoolInvitation.text', { school: vars.school }) },
        { kind: 'button', text: t('mail:schoolInvitation.button'), href: vars.linkUrl },
        { kind: 'note', text: t('mail:schoolInvitation.valid', { days: invitationDays }) },
      ],
      footer: t('mail:footer'),
    }),
  },
)

interface DecisionVars {
  publicName: string
  school: string
  /** Of who decided; empty for a good one. */
  reason: string
  linkUrl: string
}

/** The school is known to be one: what it buys counts for its members. */
export const schoolVerifiedMail = mailType<DecisionVars>('school-verified', {
  content: (vars, t) => ({
    subject: t('mail:schoolVerified.subject'),
    ...decided(t('mail:schoolVerified.text', { school: vars.school }), vars, t),
  }),
})

/** It is not the school it says it is. */
export const schoolRejectedMail = mailType<DecisionVars>('school-rejected', {
  content: (vars, t) => ({
    subject: t('mail:schoolRejected.subject'),
    ...decided(t('mail:schoolRejected.text', { school: vars.school }), vars, t),
  }),
})

/** For now nothing is bought or used for it. */
export const schoolSuspendedMail = mailType<DecisionVars>('school-suspended', {
  content: (vars, t) => ({
    subject: t('mail:schoolSuspended.subject'),
    ...decided(t('mail:schoolSuspended.text', { school: vars.school }), vars, t),
  }),
})

function decided(text: string, vars: DecisionVars, t: Translate): Omit<MailContent, 'subject'> {
  return {
    heading: t('mail:schoolPlace.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text },
      ...(vars.reason === '' ? [] : [{ kind: 'paragraph' as const, text: vars.reason }]),
      { kind: 'button', text: t('mail:schoolDecided.button'), href: vars.linkUrl },
    ],
    footer: t('mail:footer'),
  }
}
