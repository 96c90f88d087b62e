import type { Translate } from '#platform/i18n/translate.ts'

/** What kinds of items of a course are called. */
export function itemKinds(t: Translate) {
  return {
    unit: t('interactive-shop:courses.kinds.unit'),
    room_template: t('interactive-shop:courses.kinds.room_template'),
    material: t('interactive-shop:courses.kinds.material'),
    link: t('interactive-shop:courses.kinds.link'),
    text: t('interactive-shop:courses.kinds.text'),
  }
}

/** What is open of a course, in the order of the choice. */
export function gateChoices(t: Translate) {
  return [
    { id: 'none', name: t('interactive-shop:courses.gates.none') },
    { id: 'sequential', name: t('interactive-shop:courses.gates.sequential') },
    { id: 'min_pct', name: t('interactive-shop:courses.gates.min_pct') },
  ]
}
