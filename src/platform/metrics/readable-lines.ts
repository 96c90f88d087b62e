import type { DestinationStream } from 'pino'

const warning = 40
const error = 50

/**
 * The log for whoever looks on: one line per event with the seconds since the start, what happened, and its facts. What has a
 * stack shows it below.
 */
export function readableLines(out: { write(text: string): unknown }, since = Date.now()): DestinationStream {
  return {
    write(line: string) {
      const { level, time, msg, err, ...facts } = JSON.parse(line)
      const seconds = ((time - since) / 1000).toFixed(1).padStart(6)
      const mark = level >= error ? 'ERROR ' : level >= warning ? 'WARNING ' : ''
      const shownFacts = Object.entries(facts).map(([name, value]) => `${name} ${shown(value)}`)
      const tail = shownFacts.length > 0 ? `: ${shownFacts.join(', ')}` : ''
      const below = err === undefined ? '' : `\n${indented(err.stack ?? err.message ?? err)}`
      out.write(`${seconds} s  ${mark}${harmless(`${msg}${tail}`)}${below}\n`)
    },
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `          ${harmless(line)}`)
    .join('\n')
}

/** No terminal reads what somebody sent as a command or as a line of its own. */
function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, (sign) =>
    JSON.stringify(sign)
      .slice(1, -1)
      .replace(/^[^\\]$/, '?'),
  )
}
