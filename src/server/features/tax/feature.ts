import { worker } from '../../workers/worker.ts'
import { feature } from '../manifest.ts'
import { classifyMaterial } from './actions.ts'
import { checkVatIdJob } from './jobs.ts'
import { taxPersonalData } from './personal-data.ts'
import { checkVatId } from './vat-ids.ts'

/** How a sale is taxed: rates by day, where a buyer lives, and who owes the tax. */
export const tax = feature({
  name: 'tax',
  actions: [classifyMaterial],
  jobs: [worker(checkVatIdJob, checkVatId)],
  tables: ['tax_rate', 'publication_material', 'tax_evidence', 'vat_id_check'],
  personalData: taxPersonalData,
})
