import type { Translate } from '#platform/i18n/translate.ts'
import type { ReportReason } from '#platform/rules/contract/feedback.ts'

/** What the reasons of a report are called. */
export function reportReasonNames(t: Translate): Readonly<Record<ReportReason, string>> {
  return {
    copyright: t('material-feedbacks:report.reasons.copyright'),
    wrong: t('material-feedbacks:report.reasons.wrong'),
    unsuited: t('material-feedbacks:report.reasons.unsuited'),
    personal_data: t('material-feedbacks:report.reasons.personal_data'),
    illegal: t('material-feedbacks:report.reasons.illegal'),
    other: t('material-feedbacks:report.reasons.other'),
  }
}
