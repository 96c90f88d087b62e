import { readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import sirv from 'sirv'
import { compressible, type SideEncoding, sideEndings } from '../compressed-files.ts'
import type { House } from './house.ts'
import { chooseEncoding } from './page-cache.ts'

const sides = Object.keys(sideEndings) as SideEncoding[]

/**
 * Built assets and public files. What the build compressed beside them is sent as the client accepts it (RFC 9110
 * 12.5.3, `q=0` included); which side files there are is read once, at start.
 */
export function createStaticFiles(folder: string): House['files'] {
  const known = new Set(pathsBelow(folder))
  const serve = sirv(folder, {
    etag: true,
    dotfiles: false,
    setHeaders(response, pathname) {
      const isHashed = pathname.startsWith('/_astro/')
      response.setHeader(
        'Cache-Control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })

  return (request, response, next) => {
    const target = request.url ?? '/'
    const path = target.split('?', 1)[0] ?? ''
    const mediaType = compressible[extname(path)]
    if (mediaType === undefined || !known.has(path)) return serve(request, response, next)
    // Also on a 304, which sirv writes without asking.
    response.setHeader('Vary', 'Accept-Encoding')
    const encoding = bestSide(known, path, request.headers['accept-encoding'])
    if (encoding === undefined) return serve(request, response, next)
    response.setHeader('Content-Encoding', encoding)
    response.setHeader('Content-Type', mediaType)
    // sirv knows files by address; it answers at once, so nobody else sees this one.
    request.url = path + sideEndings[encoding]
    serve(request, response, next)
    request.url = target
  }
}

/** The best encoding that is both accepted and there. */
function bestSide(
  known: ReadonlySet<string>,
  path: string,
  accept: string | string[] | undefined,
): SideEncoding | undefined {
  let left = String(accept ?? '')
  for (let tries = 0; tries < sides.length; tries++) {
    const encoding = chooseEncoding(left)
    if (encoding === 'identity') return undefined
    if (known.has(path + sideEndings[encoding])) return encoding
    left = left.replaceAll(encoding, '')
  }
  return undefined
}

function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`)
}
