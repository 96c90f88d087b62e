import { mailType } from '#platform/features/mail-type.ts'
import type { Translate } from '#platform/i18n/translate.ts'

interface LetterVars {
  title: string
  /** Written by our own writer of Markdown. */
  html: string
  text: string
  /** The same as a page. */
  pageUrl: string
}

function letterContent({ title, html, text, pageUrl }: LetterVars, t: Translate) {
  return {
    subject: title,
    heading: title,
    blocks: [
      { kind: 'prose' as const, html, text },
      { kind: 'button' as const, text: t('mail:newsletter.asPage'), href: pageUrl },
    ],
    footer: t('mail:newsletter.footer'),
  }
}

/** A letter to those who asked for it. */
export const newsletterLetter = mailType<LetterVars>('newsletter', {
  partition: 'newsletter',
  content: letterContent,
})

/** The same letter to the editor who wants to see it: nobody has to have asked for it, and there is no page of it yet. */
export const newsletterTest = mailType<Omit<LetterVars, 'pageUrl'>>('newsletter-test', {
  content: (vars, t) => ({
    heading: vars.title,
    blocks: [{ kind: 'prose', html: vars.html, text: vars.text }],
    footer: t('mail:newsletter.footer'),
    subject: t('mail:newsletter.test', { title: vars.title }),
  }),
})

/** To an address anybody can type: nothing of the asker is in it. */
export const confirmNewsletter = mailType<{ email: string; confirmUrl: string; days: number }>(
  'newsletter-confirm',
  {
    content: (vars, t) => ({
      subject: t('mail:newsletter.confirmSubject'),
      heading: t('mail:newsletter.confirmHeading'),
      blocks: [
        { kind: 'paragraph', text: t('mail:newsletter.confirmText', { email: vars.email }) },
        { kind: 'button', text: t('mail:newsletter.confirmButton'), href: vars.confirmUrl },
        { kind: 'note', text: t('mail:newsletter.confirmValid', { count: vars.days }) },
      ],
      footer: t('mail:footer'),
    }),
  },
)
