import { namesFolders, withoutFolders } from './personal-words.ts'
import { rewriteXml, xmlBytes, xmlText } from './xml-tags.ts'

/** An SVG without its metadata and without the folders it was drawn in; undefined when it has none. */
export function cleanDrawing(bytes: Buffer): Buffer | undefined {
  const text = xmlText(bytes)
  const clean = rewriteXml(text, {
    tag: ({ name, attributes }) => {
      if (name === 'metadata') return 'drop'
      const other = attributes.filter((each) => each.name !== 'docname' && each.name !== 'export-filename')
      if (other.length === attributes.length && !other.some(({ value }) => namesFolders(value))) return 'keep'
      return other.map((each) =>
        namesFolders(each.value) ? { ...each, value: withoutFolders(each.value) } : each,
      )
    },
    text: (words) => words,
  })
  return clean === text ? undefined : xmlBytes(clean)
}
