/** A file of questions without the bytes of pictures, recordings and videos within it, and where those are. */
export interface WithoutBodies {
  bytes: Buffer
  /** What stands in the place of a file's bytes, and the bytes; undefined: it is no such place. */
  bodyAt: (mark: string) => Uint8Array | undefined
}

/** What is shorter stays where it is. */
const longBytes = 4096
const [begin, end] = ['<file ', '</file>'] as const

/**
 * Moodle writes files into its XML in base64: a video is millions of letters that nobody has to read as text. Each of them leaves a
 * mark there, and is decoded when a question asks for it.
 */
export function withoutBodies(source: Buffer): WithoutBodies {
  const parts: Buffer[] = []
  const bodies: Buffer[] = []
  let from = 0
  for (let tag = source.indexOf(begin); tag >= 0; tag = source.indexOf(begin, tag + begin.length)) {
    const start = source.indexOf('>', tag) + 1
    const close = source.indexOf(end, tag)
    if (start === 0 || close < 0) break
    if (close - start < longBytes) continue
    parts.push(source.subarray(from, start), Buffer.from(`body ${bodies.length}`))
    bodies.push(source.subarray(start, close))
    from = close
    tag = close
  }
  return {
    bytes: Buffer.concat([...parts, source.subarray(from)]),
    bodyAt: (mark) => {
      const [, place] = /^\s*body (\d{1,6})\s*$/.exec(mark) ?? []
      const body = place === undefined ? undefined : bodies[Number(place)]
      return body && Buffer.from(body.toString('latin1'), 'base64')
    },
  }
}
