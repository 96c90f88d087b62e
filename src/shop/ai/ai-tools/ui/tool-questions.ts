import type { Translate } from '#platform/i18n/translate.ts'

/** What people ask about the tools. */
export function toolQuestions(t: Translate): { question: string; answer: string }[] {
  return [
    { question: t('ai-tools:faq.ai.question'), answer: t('ai-tools:faq.ai.answer') },
    { question: t('ai-tools:faq.where.question'), answer: t('ai-tools:faq.where.answer') },
    { question: t('ai-tools:faq.pupils.question'), answer: t('ai-tools:faq.pupils.answer') },
    { question: t('ai-tools:faq.again.question'), answer: t('ai-tools:faq.again.answer') },
    { question: t('ai-tools:faq.points.question'), answer: t('ai-tools:faq.points.answer') },
    { question: t('ai-tools:faq.keep.question'), answer: t('ai-tools:faq.keep.answer') },
    { question: t('ai-tools:faq.right.question'), answer: t('ai-tools:faq.right.answer') },
    { question: t('ai-tools:faq.sell.question'), answer: t('ai-tools:faq.sell.answer') },
  ]
}
