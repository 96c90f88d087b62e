/**
 * What stands in a field of rich text. One line has no element in it: without one its `&lt;` would be taken for words somebody
 * typed, and shown as `&lt;`.
 */
export function toldHtml(inner: string): string {
  if (inner.replace(/<br>/g, '').trim() === '') return ''
  return /<[a-z]/i.test(inner) ? inner : `<p>${inner}</p>`
}
