import type { Deps } from '../../context.ts'
import { worker } from '../../jobs/job.ts'
import { feature } from '../manifest.ts'
import { sumUpJob } from './jobs.ts'
import { personalData } from './personal-data.ts'
import { sumUp } from './queries.ts'
import { tallyState } from './tally.ts'

/** Counts what happens to materials: sums a day, nothing of who it was. Charts reads them. */
export const statistics = feature({
  name: 'statistics',
  jobs: [worker(sumUpJob, async ({ db }: Deps) => void (await sumUp(db)), { cron: '* * * * *' })],
  states: [tallyState],
  tables: ['statistic_day', 'statistic_origin', 'statistic_waiting'],
  personalData,
})
