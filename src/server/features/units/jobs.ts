import { job } from '../../jobs/job.ts'

/** Deletes pictures that stand in no exercise any more: these, or whichever there are. */
export const collectPicturesJob = job<{ hashes?: string[] }>('collect_unit_pictures')
