/** How far a pupil is with an element: never by colour alone. */
export const symbols = {
  empty: '·',
  working: '…',
  correct: '✓',
  partial: '◐',
  incorrect: '✗',
  ungraded: '●',
  pending: '?',
} as const
