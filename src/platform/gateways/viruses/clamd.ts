import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { ClamdAddress } from '#platform/env/env.ts'
import { ProductError } from '#platform/errors.ts'
import type { VirusScanner } from './virus-scanner.ts'

const patienceMs = 120_000
const mostAnswer = 4096

/** clamd by its INSTREAM command (clamd(8)): each piece of the file after its length, and nothing at the end. */
export function createClamd(address: ClamdAddress): VirusScanner {
  return {
    async scan(path) {
      const answer = await ask(address, path).catch((cause: unknown) => {
        throw new ProductError('unavailable', { cause })
      })
      const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? []
      if (found !== undefined) return found
      if (answer !== 'stream: OK') throw new ProductError('unavailable', { cause: new Error(answer) })
      return undefined
    },
  }
}

async function ask(address: ClamdAddress, path: string): Promise<string> {
  const socket = connect(address)
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('clamd does not answer')))
  let answer = ''
  const ended = new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => {
      if (answer.length < mostAnswer) answer += chunk.toString('latin1')
    })
    socket.once('end', resolve)
    socket.once('error', reject)
  })
  try {
    socket.write('zINSTREAM\0')
    // clamd hangs up on a file that is longer than it takes: what it said about it counts.
    await Promise.race([pipeline(createReadStream(path), inPieces, socket, { end: false }), ended])
    await ended
  } finally {
    socket.destroy()
  }
  return answer.replace(/\0.*$/s, '').trim()
}

async function* inPieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    yield length
    yield chunk
  }
  yield Buffer.alloc(4)
}
