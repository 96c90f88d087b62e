const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** ASCII without the five characters that need escaping: nearly every address. */
const plain = /^[ !#-%(-;=?-~]*$/

/** Text for an element or an attribute; characters XML 1.0 has no form for are left out. */
export function xmlText(text: string): string {
  if (plain.test(text)) return text
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
