import { buildWorld } from './build-world.ts'
import { deSource } from './de/source.ts'
import { enSource } from './en/source.ts'
import { esSource } from './es/source.ts'
import { frSource } from './fr/source.ts'
import { grSource } from './gr/source.ts'
import { itSource } from './it/source.ts'
import type { DemoWorld } from './types.ts'
import type { World } from './world-codes.ts'

const sources = { de: deSource, es: esSource, fr: frSource, gr: grSource, it: itSource, en: enSource }

/** The demo catalogue of a world: authors, buyers and materials, always the same. */
export function demoWorld(world: World): DemoWorld {
  return buildWorld(sources[world])
}

export { renderSheet } from './sheets/render-sheet.ts'
