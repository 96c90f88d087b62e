import type { WorldSource } from '../build-world.ts'
import { deSource } from '../de/source.ts'
export const frSource: WorldSource = deSource
