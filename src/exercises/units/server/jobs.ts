import { job } from '#platform/jobs/job.ts'

/** Writes down what tasks say that were published before that was kept. */
export const sketchTasksJob = job<Record<string, never>>('sketch_tasks')

/** Deletes pictures that stand in no exercise any more: these, or whichever there are. */
export const collectPicturesJob = job<{ hashes?: string[] }>('collect_unit_pictures')
