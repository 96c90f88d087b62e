import type { Env } from '#platform/env/env.ts'
import { createClamd } from './clamd.ts'
import type { VirusScanner } from './virus-scanner.ts'

/** clamd where there is one; without it only our own looking counts. */
export function createVirusScanner({ clamd }: Pick<Env, 'clamd'>): VirusScanner {
  return clamd === undefined ? { scan: async () => undefined } : createClamd(clamd)
}
