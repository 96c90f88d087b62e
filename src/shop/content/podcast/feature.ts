import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { downloads, sendSound, sendTranscript } from './server/actions.ts'
import { handlers } from './server/handlers.ts'
import { cleanSoundsJob, measureSoundJob } from './server/jobs.ts'
import { personalData } from './server/personal-data.ts'
import { soundReaderState } from './server/reading.ts'
import { cleanSounds, measureSound } from './server/sounds.ts'

/** Recordings of episodes: taken, measured, given out, counted. What is said about them is a text of the editors. */
export const podcast = feature({
  name: 'podcast',
  actions: [sendSound, sendTranscript],
  reads: [downloads],
  handlers,
  jobs: [worker(measureSoundJob, measureSound), worker(cleanSoundsJob, cleanSounds, { cron: '41 3 * * *' })],
  states: [soundReaderState],
  tables: ['podcast_sound', 'podcast_download', 'podcast_listener'],
  personalData,
})
