import { mailType } from '#platform/features/mail-type.ts'
import type { NoteKind } from '#platform/rules/contract/feedback.ts'

interface QuestionAskedVars {
  publicName: string
  title: string
  question: string
  answerUrl: string
}

/** To the author of a material. */
export const questionAsked = mailType<QuestionAskedVars>('question-asked', {
  partition: 'questions',
  content: (vars, t) => ({
    subject: t('mail:questionAsked.subject', { title: vars.title }),
    heading: t('mail:questionAsked.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:questionAsked.text', { title: vars.title }) },
      { kind: 'paragraph', text: vars.question },
      { kind: 'button', text: t('mail:questionAsked.button'), href: vars.answerUrl },
      { kind: 'note', text: t('mail:questionAsked.public') },
    ],
    footer: t('mail:footer'),
  }),
})

interface QuestionAnsweredVars {
  publicName: string
  title: string
  question: string
  answer: string
  materialUrl: string
}

/** To who asked. */
export const questionAnswered = mailType<QuestionAnsweredVars>('question-answered', {
  partition: 'questions',
  content: (vars, t) => ({
    subject: t('mail:questionAnswered.subject', { title: vars.title }),
    heading: t('mail:questionAnswered.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:questionAnswered.text', { title: vars.title }) },
      { kind: 'rows', rows: [[t('mail:questionAnswered.yours'), vars.question]] },
      { kind: 'paragraph', text: vars.answer },
      { kind: 'button', text: t('mail:questionAnswered.button'), href: vars.materialUrl },
    ],
    footer: t('mail:footer'),
  }),
})

interface ReviewRepliedVars {
  publicName: string
  title: string
  /** Empty: only stars were given. */
  review: string
  reply: string
  materialUrl: string
}

/** To whoever wrote a review: what its author says to it. */
export const reviewReplied = mailType<ReviewRepliedVars>('review-replied', {
  partition: 'questions',
  content: (vars, t) => ({
    subject: t('mail:reviewReplied.subject', { title: vars.title }),
    heading: t('mail:reviewReplied.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:reviewReplied.text', { title: vars.title }) },
      ...(vars.review === ''
        ? []
        : [{ kind: 'rows' as const, rows: [[t('mail:reviewReplied.yours'), vars.review] as const] }]),
      { kind: 'paragraph', text: vars.reply },
      { kind: 'button', text: t('mail:reviewReplied.button'), href: vars.materialUrl },
    ],
    footer: t('mail:footer'),
  }),
})

interface NoteReceivedVars {
  publicName: string
  writer: string
  title: string
  kind: NoteKind
  note: string
  url: string
}

const noteTexts: Readonly<Record<NoteKind, string>> = {
  mistake: 'mail:noteReceived.mistake',
  wish: 'mail:noteReceived.wish',
  thanks: 'mail:noteReceived.thanks',
}

/** To the author of a material. */
export const noteReceived = mailType<NoteReceivedVars>('note-received', {
  partition: 'questions',
  content: (vars, t) => ({
    subject: t('mail:noteReceived.subject', { title: vars.title }),
    heading: t('mail:noteReceived.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t(noteTexts[vars.kind], { writer: vars.writer, title: vars.title }) },
      { kind: 'paragraph', text: vars.note },
      { kind: 'button', text: t('mail:noteReceived.button'), href: vars.url },
      { kind: 'note', text: t('mail:noteReceived.private') },
    ],
    footer: t('mail:footer'),
  }),
})

interface NoteAnsweredVars {
  publicName: string
  title: string
  note: string
  answer: string
  url: string
}

/** To the buyer who wrote it. */
export const noteAnswered = mailType<NoteAnsweredVars>('note-answered', {
  partition: 'questions',
  content: (vars, t) => ({
    subject: t('mail:noteAnswered.subject', { title: vars.title }),
    heading: t('mail:noteAnswered.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:noteAnswered.text', { title: vars.title }) },
      { kind: 'rows', rows: [[t('mail:noteAnswered.yours'), vars.note]] },
      { kind: 'paragraph', text: vars.answer },
      { kind: 'button', text: t('mail:noteAnswered.button'), href: vars.url },
    ],
    footer: t('mail:footer'),
  }),
})

interface ReportReceivedVars {
  title: string
  number: string
  materialUrl: string
}

/** Confirms a notice about a material, a post or a comment (Digital Services Act, article 16). Nothing of what was typed is in it:
 * anybody can type anybody's address. */
export const reportReceived = mailType<ReportReceivedVars>('report-received', {
  content: (vars, t) => ({
    subject: t('mail:reportReceived.subject', { number: vars.number }),
    heading: t('mail:reportReceived.heading'),
    blocks: [
      { kind: 'paragraph', text: t('mail:reportReceived.text', { title: vars.title }) },
      { kind: 'button', text: t('mail:reportReceived.button'), href: vars.materialUrl },
      { kind: 'note', text: t('mail:reportReceived.next', { number: vars.number }) },
      { kind: 'note', text: t('mail:reportReceived.notYou') },
    ],
    footer: t('mail:footer'),
  }),
})

interface RatingRequestVars {
  publicName: string
  orderNumber: string
  /** What of the order is not rated yet. */
  titles: readonly string[]
  rateUrl: string
  /** How long the link works. */
  days: number
}

/** Asks a buyer how the material is. */
export const ratingRequest = mailType<RatingRequestVars>('rating-request', {
  partition: 'ratings',
  content: (vars, t) => ({
    subject: t('mail:ratingRequest.subject'),
    heading: t('mail:ratingRequest.heading', { name: vars.publicName }),
    blocks: [
      { kind: 'paragraph', text: t('mail:ratingRequest.text') },
      ...vars.titles.map((title) => ({ kind: 'paragraph' as const, text: `• ${title}` })),
      { kind: 'button', text: t('mail:ratingRequest.button'), href: vars.rateUrl },
      { kind: 'note', text: t('mail:ratingRequest.valid', { days: vars.days }) },
      { kind: 'note', text: t('mail:ratingRequest.why', { number: vars.orderNumber }) },
    ],
    footer: t('mail:footer'),
  }),
})
