import { job } from '#platform/jobs/job.ts'

/** Writes the documents of the month that has ended for everybody who sold something. */
export const issueAuthorDocumentsJob = job('issue_author_documents', { expireInSeconds: 7200 })
