import { mailType } from '#platform/features/mail-type.ts'

interface ConfirmRegistrationVars {
  publicName: string
  confirmUrl: string
  hours: number
}

/** Asks who registered whether the address is theirs. */
export const confirmationMail = mailType<ConfirmRegistrationVars>('confirm-registration', {
  content: (vars, t) => ({
    subject: t('mail:confirmRegistration.subject'),
    heading: t('mail:confirmRegistration.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:confirmRegistration.text') },
      { kind: 'button', text: t('mail:confirmRegistration.button'), href: vars.confirmUrl },
      { kind: 'note', text: t('mail:confirmRegistration.valid', { hours: vars.hours }) },
      { kind: 'note', text: t('mail:confirmRegistration.notYou') },
    ],
    footer: t('mail:footer'),
  }),
})

interface WelcomeVars {
  publicName: string
  subjectsUrl: string
  freeUrl: string
  sellUrl: string
  helpUrl: string
}

/** The address is proven: what to do first. */
export const welcomeMail = mailType<WelcomeVars>('welcome', {
  content: (vars, t) => ({
    subject: t('mail:welcome.subject'),
    heading: t('mail:welcome.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:welcome.text') },
      { kind: 'paragraph', text: t('mail:welcome.subjects') },
      { kind: 'button', text: t('mail:welcome.subjectsButton'), href: vars.subjectsUrl },
      { kind: 'paragraph', text: t('mail:welcome.free') },
      { kind: 'button', text: t('mail:welcome.freeButton'), href: vars.freeUrl },
      { kind: 'paragraph', text: t('mail:welcome.sell') },
      { kind: 'button', text: t('mail:welcome.sellButton'), href: vars.sellUrl },
      { kind: 'note', text: t('mail:welcome.help', { url: vars.helpUrl }) },
    ],
    footer: t('mail:footer'),
  }),
})

interface AlreadyRegisteredVars {
  publicName: string
  loginUrl: string
}

/** Somebody registered with the address of an account. */
export const alreadyRegistered = mailType<AlreadyRegisteredVars>('already-registered', {
  content: (vars, t) => ({
    subject: t('mail:alreadyRegistered.subject'),
    heading: t('mail:alreadyRegistered.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:alreadyRegistered.text') },
      { kind: 'button', text: t('mail:alreadyRegistered.button'), href: vars.loginUrl },
      { kind: 'note', text: t('mail:alreadyRegistered.notYou') },
    ],
    footer: t('mail:footer'),
  }),
})
