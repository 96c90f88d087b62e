import { serveApart } from '#platform/jobs/apart-thread.ts'
import { type EngineTask, runEngine } from './engine.ts'

/** The thread of state.ts. */
serveApart(async (task: EngineTask) => runEngine(task))
