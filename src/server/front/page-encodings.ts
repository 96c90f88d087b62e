import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip, zstdCompress } from 'node:zlib'

/**
 * A window that just holds the body. The encoder's tables grow with the window: with the usual one of 4 MB the hardest
 * quality takes more than 32 MB for a page of 0.1 MB, whose compressed bytes are no fewer.
 */
function sizeFor(body: Buffer): Record<number, number> {
  const bits = Math.ceil(Math.log2(body.length + 16))
  return {
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, bits)),
  }
}

/** A body in each form but the plain one. */
export const compress = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, ...sizeFor(body) },
    }),
  zstd: (body: Buffer) => promisify(zstdCompress)(body),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
}

/** The smallest there is, for thirty times the work. */
export function compressHardest(body: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, ...sizeFor(body) },
  })
}

/** What Brotli made of a body, as it was. */
export function decompress(body: Buffer): Promise<Buffer> {
  return promisify(brotliDecompress)(body)
}
