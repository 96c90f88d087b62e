/** Languages that are written from right to left. */
const leftwards = new Set(['ar', 'fa', 'he', 'ur'])

/** Which way a language is written. */
export function directionOf(lang: string): 'ltr' | 'rtl' {
  return leftwards.has(lang.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'
}
