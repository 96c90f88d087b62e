import type { Encoding } from '#platform/context/page-cache.ts'

/** Picks the best encoding a client accepts; q=0 refuses one (RFC 9110 12.5.3). */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  if (accept === 'br' || accept === 'gzip, deflate, br, zstd' || accept === 'gzip, deflate, br') return 'br'
  const accepted = new Set<string>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.trim().split(';')
    if (parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))) continue
    accepted.add(name.trim())
  }
  if (accepted.has('br')) return 'br'
  if (accepted.has('zstd')) return 'zstd'
  if (accepted.has('gzip')) return 'gzip'
  return 'identity'
}
