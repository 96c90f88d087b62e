import { z } from 'zod'
import { readBic, readIban } from '#shared/rules/iban.ts'

/** The variables of who runs the platform, and of the account its payouts leave from. */
export const companyVariables = {
  COMPANY_NAME: z.string().max(120).default('Aularium (Demonstrationsbetrieb)'),
  COMPANY_STREET: z.string().max(120).default('Musterstraße 1'),
  COMPANY_POSTCODE: z.string().max(120).default('12345'),
  COMPANY_CITY: z.string().max(120).default('Musterstadt'),
  COMPANY_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('DE'),
  COMPANY_VAT_ID: z.string().max(20).optional(),
  COMPANY_PHONE: z.string().max(40).default('+49 30 23125000'),
  COMPANY_EMAIL: z.email().default('hallo@aularium.example'),
  PAYOUT_IBAN: z
    .string()
    .refine((text) => readIban(text) !== undefined, 'is no IBAN')
    .default('DE89370400440532013000'),
  PAYOUT_BIC: z
    .string()
    .refine((text) => readBic(text) !== undefined, 'is no BIC')
    .optional(),
}

/** Who runs the platform and sells on it: what stands on invoices, as in the imprint. */
export interface Company {
  name: string
  organisation: null
  street: string
  postcode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  country: string
  vatId: string | null
  email: string
  phone: string
}

interface CompanyValues {
  COMPANY_NAME: string
  COMPANY_STREET: string
  COMPANY_POSTCODE: string
  COMPANY_CITY: string
  COMPANY_COUNTRY: string
  COMPANY_VAT_ID?: string | undefined
  COMPANY_PHONE: string
  COMPANY_EMAIL: string
  PAYOUT_IBAN: string
  PAYOUT_BIC?: string | undefined
}

/** Both as the product uses them. */
export function companyOf(values: CompanyValues): {
  company: Company
  payoutAccount: { iban: string; bic: string | null }
} {
  return {
    company: {
      name: values.COMPANY_NAME,
      organisation: null,
      street: values.COMPANY_STREET,
      postcode: values.COMPANY_POSTCODE,
      city: values.COMPANY_CITY,
      country: values.COMPANY_COUNTRY,
      vatId: values.COMPANY_VAT_ID ?? null,
      email: values.COMPANY_EMAIL,
      phone: values.COMPANY_PHONE,
    },
    payoutAccount: {
      iban: readIban(values.PAYOUT_IBAN) ?? '',
      bic: readBic(values.PAYOUT_BIC ?? '') ?? null,
    },
  }
}
