import { cleanHtml } from '#exercises/model/text/rich-text.ts'

/**
 * What stands in a field of rich text. One line has no element in it: without one its `&lt;` would be taken for words somebody
 * typed, and shown as `&lt;`.
 */
export function fieldHtml(shown: string): string {
  // In the field they have addresses; told are their names.
  const inner = shown.replace(/<img\b(?:"[^"]*"|[^">])*>/g, (tag) => cleanHtml(tag))
  if (inner.replace(/<br>/g, '').trim() === '') return ''
  return /<[a-z]/i.test(inner) ? inner : `<p>${inner}</p>`
}
