import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Played } from './playing.ts'

const folder = join(import.meta.dirname, 'types')

/** How each type of task is answered by keyboard alone. */
export const played: Readonly<Record<string, Played>> = Object.fromEntries(
  await Promise.all(
    readdirSync(folder).map(async (file) => {
      const { played: how } = (await import(join(folder, file))) as { played: Played }
      return [file.replace('.ts', '').replaceAll('-', '_'), how] as const
    }),
  ),
)
