import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How npm starts the built product, by its script: what Node is given, and the variables set for it. */
export function startCommand(script: 'start' | 'worker'): {
  args: string[]
  environment: Record<string, string>
} {
  const file = join(import.meta.dirname, '../../package.json')
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<typeof script, string> }
  const [, variables, args] = / && ((?:\w+=\S+ )*)exec node (.*)$/.exec(scripts[script]) ?? []
  if (variables === undefined || args === undefined) throw new Error(`npm run ${script} starts no program`)
  const pairs = variables.trim().split(' ')
  return {
    args: args.split(' '),
    environment: Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])),
  }
}
