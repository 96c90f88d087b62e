import { state } from '#platform/features/state.ts'
import { type Apart, createApart } from '#platform/jobs/apart.ts'

const engine = new URL('./engine-thread.ts', import.meta.url)
const limits = { cpuMs: 5000, patienceMs: 15_000, heapMb: 192, mostWaiting: 60, idleMs: 900_000 }

declare module '#platform/context/context.ts' {
  interface Deps {
    /** The thread on which engines run: a text of 20,000 characters takes some hundred milliseconds. */
    aiEngine: Apart
  }
}

export const aiEngineState = state({
  name: 'aiEngine',
  make: () => createApart(engine, limits),
  close: async ({ aiEngine }) => await aiEngine.stop(),
})
