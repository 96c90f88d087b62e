import { z } from 'zod'
import { centsSchema } from '#platform/rules/contract/world.ts'
import { licences } from '#platform/rules/money/licence.ts'
import { billingAddressSchema } from '#shop/money/billing/rules/contract.ts'

/** What a buyer gets, and what an author gets for a month. */
export const taxDocumentKinds = ['invoice', 'cancellation', 'self-billing', 'receipt'] as const
export type TaxDocumentKind = (typeof taxDocumentKinds)[number]

/** Who issues, and who is billed. What a person did not say is empty. */
const partySchema = billingAddressSchema.omit({ country: true, buyerReference: true }).extend({
  country: z.string().length(2),
  email: z.string().nullable(),
  buyerReference: z.string().nullable().optional(),
  /** Of the platform: court and number, who acts for it, and its telephone; documents from before have none. */
  register: z.string().nullish(),
  representative: z.string().nullish(),
  phone: z.string().nullish(),
})

const sumsSchema = { netCents: centsSchema, taxCents: centsSchema, grossCents: centsSchema }

/** Everything on the paper, frozen on its day. What takes money back has amounts below zero. */
export const taxDocumentContentSchema = z.object({
  supplier: partySchema,
  buyer: partySchema,
  /** For an author's documents the month (2026-11) and its last moment. */
  order: z.object({ number: z.string(), paidAt: z.string() }),
  /** The document this one takes back, wholly or in part. */
  corrects: z
    .object({
      number: z.string(),
      issuedAt: z.string(),
      isWhole: z.boolean(),
      /** Replaced by another invoice: this one moves no money. */
      isReplaced: z.boolean().default(false),
    })
    .nullable(),
  reason: z.string().nullable(),
  /** What else a receipt has to say. */
  note: z.string().optional(),
  /** The invoice this one replaces after a correction. */
  replaces: z.object({ number: z.string(), issuedAt: z.string() }).nullable().default(null),
  /** Not paid yet: what is to be transferred, until when and where to. Of what takes such an invoice back: the same. */
  due: z
    .object({
      at: z.string(),
      cents: centsSchema,
      iban: z.string(),
      bic: z.string().nullable(),
    })
    .nullable()
    .default(null),
  /** Reverse charge: the customer owes the tax; their VAT number is in `buyer`. */
  isReverseCharged: z.boolean().default(false),
  /** Not taxed: the supplier is private or a small business. */
  isNotTaxed: z.boolean().default(false),
  /** What a euro was in its currency, where the tax is a member state's and the currency another: its tax is told in euros, too. */
  euroRate: z.object({ day: z.string(), rate: z.string() }).optional(),
  /** How we know an author who supplies (EN 16931, BT-29). */
  supplierNumber: z.string().optional(),
  /** Country of taxation: where the buyer says they live. */
  taxCountry: z.string().length(2),
  lines: z.array(
    z.object({
      materialId: z.number().int(),
      title: z.string(),
      licence: z.enum(licences).nullable(),
      /** The author, who made the material and is paid for it by the platform. */
      author: z.string().nullable(),
      /** In an author's month: how often it was sold, how often money went back, and of which net price this is the share. */
      counts: z
        .object({ sold: z.number().int(), back: z.number().int(), soldNetCents: centsSchema })
        .nullable()
        .default(null),
      /** Basis points. */
      taxRateBp: z.number().int(),
      ...sumsSchema,
    }),
  ),
  taxes: z.array(z.object({ taxRateBp: z.number().int(), ...sumsSchema })),
  ...sumsSchema,
  currency: z.string().length(3),
})
export type TaxDocumentContent = z.infer<typeof taxDocumentContentSchema>

export const taxDocumentSchema = z.object({
  id: z.number().int(),
  kind: z.enum(taxDocumentKinds),
  /** A correction of a part, not of the whole document. */
  isPartial: z.boolean(),
  number: z.string(),
  orderNumber: z.string(),
  issuedAt: z.string(),
  currency: z.string().length(3),
  net: centsSchema,
  tax: centsSchema,
  total: centsSchema,
  /** Address of the PDF, for its owner. */
  file: z.string(),
  /** Address of the e-invoice (EN 16931, XRechnung), for businesses and schools. */
  xml: z.string().nullable(),
  /** It can be reissued with another address. */
  isCurrent: z.boolean(),
})
export type TaxDocument = z.infer<typeof taxDocumentSchema>
