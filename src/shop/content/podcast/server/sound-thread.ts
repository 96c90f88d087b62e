import { serveApart } from '#platform/jobs/apart-thread.ts'
import { readSound, type SoundTask } from './sound-reader.ts'

/** The thread of reading.ts. */
serveApart((task: SoundTask) => readSound(task))
