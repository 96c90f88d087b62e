import type { Translate } from '#platform/i18n/translate.ts'
import type { NoteKind } from '#platform/rules/contract/feedback.ts'

/** What kinds of private notes are called. */
export function noteKindNames(t: Translate): Readonly<Record<NoteKind, string>> {
  return {
    mistake: t('material-feedbacks:note.kinds.mistake'),
    wish: t('material-feedbacks:note.kinds.wish'),
    thanks: t('material-feedbacks:note.kinds.thanks'),
  }
}
