import { z } from 'zod'
import { centsSchema, idSchema } from '#platform/rules/contract/world.ts'
import { normalCode, voucherReasons } from './voucher.ts'

/** A code as people type it; what it becomes is `normalCode`'s business. */
export const typedCodeSchema = z.string().trim().min(1).max(100)

const codeSchema = z
  .string()
  .max(100)
  .overwrite(normalCode)
  .min(4)
  .max(24)
  .regex(/^[A-Z0-9]*$/)

/** What a voucher takes off: `percent` as people say it (20: a fifth; at most two decimals), or `amount` in cents. */
const worth = {
  kind: z.enum(['percent', 'fixed']),
  /** Null of a fixed sum. */
  percent: z.number().nullable(),
  /** Null of a part. */
  amount: centsSchema.nullable(),
}

/** The voucher of a cart. */
export const cartVoucherSchema = z.object({ code: z.string(), ...worth })
export const voucherErrorSchema = z.enum(voucherReasons)

/** `2026-12-31`: a day, as a date field sends it; '' is none. */
const daySchema = z
  .union([z.iso.date(), z.literal('')])
  .transform((day) => (day === '' ? undefined : day))
  .optional()
const numberField = (max: number) =>
  z
    .union([
      z.literal('').transform(() => undefined),
      z.number().int().min(1).max(max),
      z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number)
        .pipe(z.number().int().max(max)),
    ])
    .optional()

/** What sellers and the platform say alike about a new code. Sums in cents, parts in percent. */
const newVoucher = {
  code: codeSchema,
  /** First and last day, UTC. */
  startsOn: daySchema,
  endsOn: daySchema,
  maxUses: numberField(1_000_000),
  maxPerCustomer: numberField(1000),
}

export const ownVoucherInputSchema = z.object({
  ...newVoucher,
  percent: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,2}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(5).max(90)),
  /** Left out: everything the author sells. */
  materialId: z.union([z.literal('').transform(() => undefined), idSchema]).optional(),
})

/** As people type a part in percent or a sum: `12,5`. Hundredths of it are basis points, or cents; '' is none. */
export const typedHundredthsSchema = z
  .union([
    z.literal('').transform(() => undefined),
    z
      .string()
      .trim()
      .regex(/^\d{1,5}([.,]\d{1,2})?$/)
      .transform((text) => {
        const [whole = '', part = ''] = text.split(/[.,]/)
        return Number(whole) * 100 + Number(part.padEnd(2, '0'))
      }),
  ])
  .optional()

export const voucherInputSchema = z.object({
  ...newVoucher,
  kind: z.enum(['percent', 'fixed']),
  /** As people say it: 20 is a fifth, 12.5 an eighth. A form sends `typedValue` and `typedMinimum` instead. */
  percent: z.number().min(0.01).max(100).multipleOf(0.01).optional(),
  /** Of a fixed sum, in cents. */
  amount: centsSchema.min(1).max(1_000_000).optional(),
  typedValue: typedHundredthsSchema,
  typedMinimum: typedHundredthsSchema,
  authorId: idSchema.optional(),
  materialIds: z.array(idSchema).min(1).max(200).optional(),
  /** Only for this member. */
  accountId: idSchema.optional(),
  isFirstOrder: z.union([z.boolean(), z.literal('1').transform(() => true)]).default(false),
  minimum: centsSchema.nonnegative().default(0),
})

/** A voucher as its owner or the platform sees it. */
export const voucherSchema = z.object({
  id: z.number().int(),
  code: z.string(),
  ...worth,
  currency: z.string(),
  fundedBy: z.enum(['platform', 'author']),
  /** The one material it is for. */
  materialTitle: z.string().nullable(),
  minimum: centsSchema,
  startsAt: z.string(),
  endsAt: z.string().nullable(),
  maxUses: z.number().int().nullable(),
  maxPerCustomer: z.number().int().nullable(),
  /** Orders it was used in. */
  uses: z.number().int(),
  /** What it took off in them. */
  discount: z.number().int(),
})
export type Voucher = z.infer<typeof voucherSchema>

/** One use of a voucher by the member. */
const voucherUseSchema = z.object({
  code: z.string(),
  orderNumber: z.string().nullable(),
  discount: centsSchema,
  currency: z.string(),
  usedAt: z.string(),
})
export const ownVouchersSchema = z.object({
  /** Given to this member, not used up and not over. */
  open: z.array(voucherSchema),
  used: z.array(voucherUseSchema),
  /** Codes the member made as an author. */
  mine: z.array(voucherSchema),
})
export type OwnVouchers = z.infer<typeof ownVouchersSchema>
