import { fileRules } from '#shop/selling/materials/server/service.ts'

/** Programs people know by name; other types are called by their ending. Names are the same in every world. */
const known: Readonly<Record<string, string>> = {
  docx: 'Word',
  pptx: 'PowerPoint',
  xlsx: 'Excel',
  odt: 'OpenDocument',
  odp: 'OpenDocument',
  ods: 'OpenDocument',
  jpeg: 'JPG',
}

/** What files of these media types are called, PDF first, each once; unknown types are left out. */
export function fileTypeNames(types: readonly string[]): string[] {
  const names = [...fileRules]
    .filter(([, rule]) => types.includes(rule.mediaType))
    .map(([ending]) => known[ending] ?? ending.toUpperCase())
  return [...new Set(names)]
}
