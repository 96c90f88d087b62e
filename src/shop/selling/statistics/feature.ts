import type { Deps } from '#platform/context/context.ts'
import { type CountedPage, feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { sumUpJob } from './server/jobs.ts'
import { personalData } from './server/personal-data.ts'
import { summedAtOnce, sumUp } from './server/queries.ts'
import { tallyState } from './server/tally.ts'

const openedMaterial: CountedPage = {
  route: 'material',
  counter({ tally }, { world, params }) {
    const seen = { world, materialId: Number(params.id) }
    return (headers) => tally.view(seen, headers)
  },
}

/** Counts what happens to materials: sums a day, nothing of who it was. Charts reads them. */
export const statistics = feature({
  name: 'statistics',
  jobs: [worker(sumUpJob, sumUpAll, { cron: '* * * * *' })],
  states: [tallyState],
  counts: [openedMaterial],
  tables: [
    'statistic_day',
    'statistic_month',
    'statistic_origin',
    'statistic_origin_month',
    'statistic_waiting',
  ],
  personalData,
})

async function sumUpAll({ db }: Deps): Promise<void> {
  while ((await sumUp(db)) === summedAtOnce);
}
