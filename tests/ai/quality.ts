import { parseArgs } from 'node:util'
import { isPassed, measure } from './gates.ts'
import { readSources } from './sources.ts'

/** Prints every gate; `--sources <folder>` takes other texts: `<world>/*.txt`. */
const { values } = parseArgs({ options: { sources: { type: 'string' } } })
const gates = measure(readSources(values.sources))
for (const gate of gates) {
  const { name, value, goal, isAtMost } = gate
  console.info(
    `${isPassed(gate) ? 'ok  ' : 'FAIL'} ${name}: ${value.toFixed(3)} (${isAtMost ? 'at most' : 'at least'} ${goal})`,
  )
}
if (!gates.every(isPassed)) process.exitCode = 1
