import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import sirv from 'sirv'
import type { App } from '../listen/app.ts'
import { compressible } from './compressed-files.ts'

/** Built assets and public files; what the build compressed beside them is sent to who accepts it. */
export function createStaticFiles(folder: string): App['files'] {
  const serve = sirv(folder, {
    etag: true,
    dotfiles: false,
    brotli: true,
    gzip: true,
    setHeaders(response, pathname) {
      const mediaType = compressible[extname(pathname)]
      if (mediaType === undefined) response.removeHeader('Vary')
      else response.setHeader('Content-Type', mediaType)
      const isHashed = pathname.startsWith('/_astro/')
      response.setHeader(
        'Cache-Control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })

  return (request, response, next) => {
    const accept = request.headers['accept-encoding']
    // sirv looks for the names alone: what is refused (`br;q=0`) must not stand there.
    if (accept !== undefined) request.headers['accept-encoding'] = withoutRefused(String(accept))
    const path = (request.url ?? '/').split('?', 1)[0] ?? ''
    // sirv omits it on a 304, which must repeat the headers of the 200 (RFC 9110 15.4.5).
    if (Object.hasOwn(compressible, extname(path))) response.setHeader('Vary', 'Accept-Encoding')
    // A file that went since the start (a build over the one that runs) ends its own answer; without a listener, the process.
    const endWith = (file: Readable) => file.once('error', () => response.destroy())
    response.once('pipe', endWith)
    serve(request, response, () => {
      response.off('pipe', endWith)
      response.removeHeader('Vary')
      next()
    })
  }
}

function withoutRefused(accept: string): string {
  return accept
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/i.test(coding))
    .join(',')
}
