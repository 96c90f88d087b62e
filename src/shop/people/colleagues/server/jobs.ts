import { job } from '#platform/jobs/job.ts'

/** Links of recommendations that nobody can use any more. */
export const cleanRecommendationsJob = job('clean_recommendations')
