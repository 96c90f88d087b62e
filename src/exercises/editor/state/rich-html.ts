import { ownPicture, pictureTag } from '#exercises/model/text/rich-pictures.ts'
import { decodeEntities } from '#platform/rules/text/decode-entities.ts'

/**
 * What stands in a field of rich text. One line has no element in it: without one its `&lt;` would be taken for words somebody
 * typed, and shown as `&lt;`.
 */
export function fieldHtml(shown: string): string {
  // In the field they have addresses; told are their names.
  const inner = shown.replace(/<img\b(?:"[^"]*"|[^">])*>/g, namedPicture)
  if (inner.replace(/<br>/g, '').trim() === '') return ''
  return /<[a-z]/i.test(inner) ? inner : `<p>${inner}</p>`
}

/** A picture as browsers write it (`src="..."`) by its name; nothing for one that is none of ours. */
function namedPicture(tag: string): string {
  const valueIn = (attribute: RegExp) => decodeEntities(attribute.exec(tag)?.[1] ?? '')
  const asset = ownPicture(valueIn(/\s(?:asset|src)="([^"]*)"/))
  return asset === '' ? '' : pictureTag({ asset, alt: valueIn(/\salt="([^"]*)"/) })
}
