import type { DemoWorld } from './types.ts'
import type { World } from './world-codes.ts'
