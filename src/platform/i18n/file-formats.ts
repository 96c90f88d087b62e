import type { Translate } from './translate.ts'

/** Names of programs, the same in every language. */
const programs: Readonly<Record<string, string>> = {
  docx: 'Word',
  pptx: 'PowerPoint',
  xlsx: 'Excel',
  odt: 'OpenDocument',
}

/** What a kind of file of `platform/rules/search-attributes.ts` is called: "PDF", "Word", "Bild". */
export function fileFormatName(t: Translate, id: string): string {
  if (id === 'image') return t('search:values.image')
  if (id === 'audio') return t('search:values.audio')
  return programs[id] ?? id.toUpperCase()
}
