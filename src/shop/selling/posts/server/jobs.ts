import { job } from '#platform/jobs/job.ts'

/** Drafts whose time has come. */
export const publishDueJob = job('publish_due_posts')
