/** A document made from a template names it: opened, the template would be fetched. The document is whole without it. */
const templateRelation =
  /<(?:\w+:)?Relationship\s(?=[^>]*Type\s*=\s*["'][^"']*\/attachedTemplate["'])[^>]*?(?:\/>|>\s*<\/(?:\w+:)?Relationship>)/gi
const templateSetting = /<(\w+:)attachedTemplate\b[^>]*?(?:\/>|>\s*<\/\1attachedTemplate>)/gi
/** A workbook that counts with another one says where it lies; the numbers it got from there are its own. */
const workbookRelation =
  /<(?:\w+:)?Relationship\s(?=[^>]*\/(?:externalLinkPath|xlExternalLinkPath\/\w+)["'])[^>]*>/gi
const relationTarget = /(\sTarget\s*=\s*)(["'])(.*?)\2/i
/** Main parts of templates and slide shows, by the ending of the same file as a document. */
const mainTypes: Readonly<Record<string, readonly [RegExp, string]>> = {
  docx: [/wordprocessingml\.template\.main\+xml/g, 'wordprocessingml.document.main+xml'],
  pptx: [/presentationml\.(?:slideshow|template)\.main\+xml/g, 'presentationml.presentation.main+xml'],
  xlsx: [/spreadsheetml\.template\.main\+xml/g, 'spreadsheetml.sheet.main+xml'],
}

/**
 * A part of an Office file without what keeps it from being opened or sold as what its ending says: it names no template, no place
 * of another workbook, and is no template or slide show itself (ECMA-376, Part 1, 15.2.3 and Annex A). `name`: of the part, with its folders.
 */
export function mendedOffice(name: string, text: string, ending: string): string {
  const main = mainTypes[ending]
  if (name === '[Content_Types].xml' && main) return text.replace(main[0], main[1])
  if (/(^|\/)_rels\/[^/]+\.rels$/.test(name)) return withoutPlaces(text.replace(templateRelation, ''))
  return /(^|\/)settings\.xml$/.test(name) ? text.replace(templateSetting, '') : text
}

/** Other workbooks by their names alone: nothing is fetched from a server or found in somebody's folders. */
function withoutPlaces(text: string): string {
  return text.replace(workbookRelation, (row) =>
    row.replace(relationTarget, (_, head: string, quote: string, path: string) => {
      const name = path.split(/[\\/]|%5c|%2f/i).at(-1)
      return `${head}${quote}${name || '#'}${quote}`
    }),
  )
}
