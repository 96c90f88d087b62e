/** What a new unit may begin with instead of an empty page; every world has a text of each. */
export const unitTemplates = [
  'exit-ticket',
  'primary',
  'reading',
  'vocabulary',
  'mathematics',
  'science',
  'history',
  'geography',
  'music',
  'computing',
] as const
export type UnitTemplate = (typeof unitTemplates)[number]
