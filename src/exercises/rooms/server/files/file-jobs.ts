import { job } from '#platform/jobs/job.ts'

/** Deletes the files of rooms that are gone, and those another one replaced. */
export const sweepFilesJob = job('sweep_room_files')
