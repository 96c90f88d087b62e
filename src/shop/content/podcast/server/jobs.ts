import { job } from '#platform/jobs/job.ts'

/** How loud a recording is that was just sent. */
export const measureSoundJob = job<{ key: string }>('measure_sound')

/** Recordings no text names any more, and listeners of the days before. */
export const cleanSoundsJob = job('clean_sounds')
