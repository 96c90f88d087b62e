import { feature } from '../manifest.ts'
import { create, createOwn, end, endOwn } from './actions.ts'
import { vouchersPersonalData } from './personal-data.ts'
import { list, own } from './reads.ts'

/** Codes that make a cart cheaper: of the platform, and of authors for what they sell. */
export const vouchers = feature({
  name: 'vouchers',
  actions: [createOwn, endOwn, create, end],
  reads: [own, list],
  tables: ['voucher', 'voucher_use'],
  personalData: vouchersPersonalData,
})
