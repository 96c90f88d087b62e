const inHtml: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in HTML, in attributes, too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => inHtml[sign] ?? sign)
}

/** Text as it may stand between tags: quotes stay. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => inHtml[sign] ?? sign)
}

/** ASCII without the five characters that need escaping: nearly every address. */
const plain = /^[ !#-%(-;=?-~]*$/

/** Text for an element or an attribute of XML; characters XML 1.0 has no form for are left out. */
export function xmlText(text: string): string {
  if (plain.test(text)) return text
  return escapeHtml(
    text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''),
  )
}
