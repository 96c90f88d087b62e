/** A document made from a template names it: opened, the template would be fetched. The document is whole without it. */
const templateRelation =
  /<(?:\w+:)?Relationship\s(?=[^>]*Type\s*=\s*["'][^"']*\/attachedTemplate["'])[^>]*?(?:\/>|>\s*<\/(?:\w+:)?Relationship>)/gi
const templateSetting = /<(\w+:)attachedTemplate\b[^>]*?(?:\/>|>\s*<\/\1attachedTemplate>)/gi
/** Main parts of templates and slide shows, by the ending of the same file as a document. */
const mainTypes: Readonly<Record<string, readonly [RegExp, string]>> = {
  docx: [/wordprocessingml\.template\.main\+xml/g, 'wordprocessingml.document.main+xml'],
  pptx: [/presentationml\.(?:slideshow|template)\.main\+xml/g, 'presentationml.presentation.main+xml'],
  xlsx: [/spreadsheetml\.template\.main\+xml/g, 'spreadsheetml.sheet.main+xml'],
}

/**
 * A part of an Office file without what keeps it from being opened or sold as what its ending says: it names no template, and is no
 * template or slide show itself (ECMA-376, Part 1, 15.2.3 and Annex A). `name`: of the part, with its folders.
 */
export function mendedOffice(name: string, text: string, ending: string): string {
  const main = mainTypes[ending]
  if (name === '[Content_Types].xml' && main) return text.replace(main[0], main[1])
  if (/(^|\/)_rels\/[^/]+\.rels$/.test(name)) return text.replace(templateRelation, '')
  return /(^|\/)settings\.xml$/.test(name) ? text.replace(templateSetting, '') : text
}
