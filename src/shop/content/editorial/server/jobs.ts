import { job } from '#platform/jobs/job.ts'

/** Texts whose time has come. */
export const publishTextsJob = job('publish_due_texts')

/** Pictures that no text names any more. */
export const cleanTextPicturesJob = job('clean_text_pictures')
