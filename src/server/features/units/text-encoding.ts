/**
 * The text of a file whose encoding nobody says: by its mark, as UTF-8, by its XML declaration, else as Windows of its country writes it
 * (`legacy`).
 */
export function textOfBytes(bytes: Uint8Array, legacy = 'windows-1252'): string {
  const marked = markedEncoding(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(declaredEncoding(bytes) ?? legacy).decode(bytes)
  }
}

/** By a byte order mark, or by the zeros of Latin letters in two bytes each. */
function markedEncoding([a, b, c, d]: Uint8Array): string | undefined {
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a && b === 0 && c && d === 0) return 'utf-16le'
  return a === 0 && b && c === 0 && d ? 'utf-16be' : undefined
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const label = /^\s*<\?xml[^>]*\sencoding=["']([A-Za-z0-9._-]{1,40})["']/.exec(head)?.[1]
  try {
    return label && new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}
