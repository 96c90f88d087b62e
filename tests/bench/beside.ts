import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { send } from '../support/http-client.ts'
import { startProduct } from '../support/product.ts'
import { percentile, timed } from './measure.ts'

/*
 * `node tests/bench/beside.ts`: an ordinary search alone, and beside eight clients that ask for 200 unknown words each without
 * end, in turn; the goal is twice the time at most. `--rounds 3 --port 4580 --data-dir <folder of a demo that is there already>`
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    port: { type: 'string', default: '4580' },
    'data-dir': { type: 'string' },
  },
})
const ordinary = [
  'bruchrechnung',
  'einmaleins klasse 3',
  'wetter',
  'lesen und schreiben',
  'stromkreis',
  'mathe',
]
const say = (text: string) => process.stdout.write(`${text}\n`)

if (!existsSync('dist/server/main.mjs')) {
  say('There is no build: run `npm run build` first.')
  process.exit(2)
}
const dataDir = values['data-dir'] ?? (await mkdtemp(join(tmpdir(), 'aularium-beside-')))
const product = await startProduct({ port: Number(values.port), dataDir, patienceSeconds: 600 })
try {
  say(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  await searches()
  for (let round = 1; round <= Number(values.rounds); round++) {
    const alone = await searches()
    const stop = askForUnknownWords()
    const beside = await searches()
    const asked = await stop()
    say(
      `${round}: p95 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside ${asked} such questions: ${(beside / alone).toFixed(2)}x`,
    )
  }
} finally {
  await product.stop()
}

/** Milliseconds that 95 of 100 ordinary searches do not exceed. */
async function searches(): Promise<number> {
  const paths = Array.from({ length: 40 }, () =>
    ordinary.map((query) => `/api/v1/search?world=de&query=${encodeURIComponent(query)}`),
  ).flat()
  return percentile(await timed(product.base, paths, 1), 95)
}

/** Eight clients; answers what ends them and says how many answers they got, refusals included. */
function askForUnknownWords(): () => Promise<number> {
  let [isOver, asked] = [false, 0]
  const client = async (number: number) => {
    while (!isOver) {
      const words = Array.from({ length: 200 }, (_, at) => `zq${number}${asked}x${at}`).join(' ')
      await send(product.base, { path: `/api/v1/search?world=de&query=${encodeURIComponent(words)}` })
      asked++
    }
  }
  const all = Promise.all(Array.from({ length: 8 }, (_, number) => client(number)))
  return async () => {
    isOver = true
    await all
    return asked
  }
}
