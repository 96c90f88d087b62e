import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type SideEncoding = 'br' | 'gzip'

/** What the name of a compressed side file ends with; these two are what sirv knows. */
export const sideEndings: Readonly<Record<SideEncoding, string>> = { br: '.br', gzip: '.gz' }

/** Endings of files that are worth compressing, with their media types. */
export const compressible: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=utf-8',
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript;charset=utf-8',
  '.json': 'application/json;charset=utf-8',
  '.map': 'application/json;charset=utf-8',
  '.md': 'text/markdown;charset=utf-8',
  '.mjs': 'text/javascript;charset=utf-8',
  '.svg': 'image/svg+xml;charset=utf-8',
  '.txt': 'text/plain;charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml;charset=utf-8',
}

/** A file's bytes in every encoding, as small as each can make them; without those that would not be smaller. */
export function compressedSides(body: Buffer): { encoding: SideEncoding; bytes: Buffer }[] {
  const all: { encoding: SideEncoding; bytes: Buffer }[] = [
    {
      encoding: 'br',
      bytes: brotliCompressSync(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      }),
    },
    { encoding: 'gzip', bytes: gzipSync(body, { level: 9 }) },
  ]
  return all.filter(({ bytes }) => bytes.length < body.length)
}
