import { elementTypes } from '#exercises/model/task/types.ts'
import type { Translate } from '#platform/i18n/translate.ts'

/** Whatever a learner does something in. */
const tasks = elementTypes.filter(({ kind }) => kind !== 'content')

/** What the landing of exercises says. */
export function interactiveTexts(t: Translate) {
  return {
    why: [
      {
        title: t('interactive-shop:main.why.once.title', { kinds: tasks.length }),
        text: t('interactive-shop:main.why.once.text'),
      },
      {
        title: t('interactive-shop:main.why.marked.title'),
        text: t('interactive-shop:main.why.marked.text'),
      },
      { title: t('interactive-shop:main.why.paper.title'), text: t('interactive-shop:main.why.paper.text') },
    ],
    steps: [
      { title: t('interactive-shop:main.steps.try.title'), text: t('interactive-shop:main.steps.try.text') },
      { title: t('interactive-shop:main.steps.use.title'), text: t('interactive-shop:main.steps.use.text') },
      {
        title: t('interactive-shop:main.steps.change.title'),
        text: t('interactive-shop:main.steps.change.text'),
      },
    ],
    faq: [
      {
        question: t('interactive-shop:main.faq.account.question'),
        answer: t('interactive-shop:main.faq.account.answer'),
      },
      {
        question: t('interactive-shop:main.faq.device.question'),
        answer: t('interactive-shop:main.faq.device.answer'),
      },
      {
        question: t('interactive-shop:main.faq.sell.question'),
        answer: t('interactive-shop:main.faq.sell.answer'),
      },
      {
        question: t('interactive-shop:main.faq.formats.question'),
        answer: t('interactive-shop:main.faq.formats.answer'),
      },
    ],
  }
}
