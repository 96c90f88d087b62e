import type { Translate } from '#platform/i18n/translate.ts'
import type { MailPartition } from '#platform/mail/rules/contract.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** A mail is a heading and a few blocks; a template decides which, mail/render.ts how they look in HTML and in text. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'button'; text: string; href: string }
  | { kind: 'rows'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'note'; text: string }
  /** Written by our own writer of Markdown alone: it goes into the mail as it is. */
  | { kind: 'prose'; html: string; text: string }

export interface MailContent {
  subject: string
  heading: string
  blocks: readonly Block[]
  footer: string
}

/** One kind of mail: which words it is made of, and whether people can leave such mails. */
export interface MailType<V extends object = object> {
  /** Also its key in `mail:<name>` of the locales. */
  name: string
  /** The kind people leave; without it the mail comes with an order, an account or a notice. */
  partition?: MailPartition
  content: (vars: V, t: Translate, world: LiveWorldCode) => MailContent
}

/** Declares a mail; the feature that sends it lists it in its manifest. */
export function mailType<V extends object>(name: string, mail: Omit<MailType<V>, 'name'>): MailType<V> {
  return { name, ...mail }
}
