import { job } from '#platform/jobs/job.ts'

/** Pages say that their author is away, or back, at most five minutes late. */
export const noteAwayJob = job('note_away')
