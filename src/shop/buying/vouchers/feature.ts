import { feature } from '#platform/features/manifest.ts'
import { create, createOwn, end, endOwn } from './server/actions.ts'
import { vouchersPersonalData } from './server/personal-data.ts'
import { list, own } from './server/reads.ts'

/** Codes that make a cart cheaper: of the platform, and of authors for what they sell. */
export const vouchers = feature({
  name: 'vouchers',
  actions: [createOwn, endOwn, create, end],
  reads: [own, list],
  tables: ['voucher', 'voucher_use'],
  personalData: vouchersPersonalData,
})
