import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { classifyListings, classifyMaterial, setRate } from './server/actions.ts'
import { fetchRates } from './server/exchange-rates.ts'
import { checkVatIdJob, fetchRatesJob } from './server/jobs.ts'
import { taxPersonalData } from './server/personal-data.ts'
import { checkVatId } from './server/vat-ids.ts'

/** How a sale is taxed: rates by day, where a buyer lives, and who owes the tax. */
export const tax = feature({
  name: 'tax',
  actions: [classifyMaterial, classifyListings, setRate],
  jobs: [
    worker(checkVatIdJob, checkVatId),
    // The bank publishes at about 16:00 of its own clock.
    worker(fetchRatesJob, fetchRates, { cron: '35 15 * * *' }),
  ],
  tables: ['tax_rate', 'publication_material', 'tax_evidence', 'vat_id_check', 'exchange_rate'],
  personalData: taxPersonalData,
})
