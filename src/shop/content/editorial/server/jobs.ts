import { job } from '#platform/jobs/job.ts'

/** Texts whose time has come. */
export const publishTextsJob = job('publish_due_texts')
