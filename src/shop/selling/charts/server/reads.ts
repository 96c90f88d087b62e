import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { comparisons, periods, statisticsSchema } from '#shop/selling/statistics/rules/contract.ts'
import { statisticsOf } from './service.ts'

export const own = read({
  name: 'statistics.view',
  summary: "The author's own numbers: views, carts, sales, where people come from",
  rate: 'read',
  input: z.object({
    days: z.coerce.number().pipe(z.literal(periods)).default(28),
    compare: z.enum(comparisons).default('before'),
    materialId: idSchema.optional(),
  }),
  run: (context, wish) => statisticsOf(context, wish),
  api: { path: '/v1/statistics', tag: 'sales', output: statisticsSchema },
})
