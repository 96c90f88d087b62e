import { z } from 'zod'
import { readBic, readIban } from '#platform/rules/money/iban.ts'
import { type Registrations, registrationOf } from '#platform/rules/money/sale-tax.ts'
import { countryOfVatId, readVatId } from '#platform/rules/money/vat-id.ts'

const vatIdOf = (country: string) =>
  z
    .string()
    .refine((text) => countryOfVatId(readVatId(text) ?? '') === country, `is no VAT number of ${country}`)
    .transform((text) => readVatId(text) ?? '')
    .optional()

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const countryList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  )
  .refine(
    (codes) => codes.every((code) => code in registrationOf),
    `only of ${Object.keys(registrationOf).join(', ')}, comma separated`,
  )

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
  COMPANY_VAT_ID_GB: vatIdOf('GB'),
  COMPANY_VAT_ID_CH: vatIdOf('CH'),
  COMPANY_VAT_ID_NO: vatIdOf('NO'),
  SELL_WITHOUT_REGISTRATION: countryList,
  BOOKS_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'is no time zone, like Europe/Berlin')
    .default('Europe/Berlin'),
  COMPANY_REPRESENTATIVE: z.string().max(120).default('Maxi Muster'),
  COMPANY_REGISTER_COURT: z.string().max(120).default('Amtsgericht Musterstadt'),
  COMPANY_REGISTER_NUMBER: z.string().max(60).default('HRB 12345'),
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

/** Who runs the platform and sells on it: what stands on invoices, in the imprint, in terms and below mails. */
export interface Company {
  name: string
  organisation: null
  street: string
  postcode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  country: string
  vatId: string | null
  /** Court and number; null: not in a register. */
  register: string | null
  /** Who acts for it; null: nobody but the owner. */
  representative: string | null
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
  COMPANY_VAT_ID_GB?: string | undefined
  COMPANY_VAT_ID_CH?: string | undefined
  COMPANY_VAT_ID_NO?: string | undefined
  SELL_WITHOUT_REGISTRATION: string[]
  COMPANY_REPRESENTATIVE: string
  COMPANY_REGISTER_COURT: string
  COMPANY_REGISTER_NUMBER: string
  COMPANY_PHONE: string
  COMPANY_EMAIL: string
  PAYOUT_IBAN: string
  PAYOUT_BIC?: string | undefined
}

/**
 * Numbers of nobody, for the company of the demonstration: without them its British shop could sell nothing. Whoever names a
 * number of their own runs no demonstration and gets none of these.
 */
const specimens = { GB: 'GB999999973', CH: 'CHE123456788', NO: 'NO123456785MVA' }

/** Where we may charge the tax of a country outside the union. */
export function registrationsOf(values: CompanyValues, { isDemo }: { isDemo: boolean }): Registrations {
  const { COMPANY_VAT_ID_GB: GB, COMPANY_VAT_ID_CH: CH, COMPANY_VAT_ID_NO: NO } = values
  const hasOwn = [values.COMPANY_VAT_ID, GB, CH, NO].some((number) => number !== undefined)
  return {
    vatIds: isDemo && !hasOwn ? specimens : { GB, CH, NO },
    withoutTax: values.SELL_WITHOUT_REGISTRATION,
  }
}

function registerOf({
  COMPANY_REGISTER_COURT: court,
  COMPANY_REGISTER_NUMBER: number,
}: CompanyValues): string | null {
  return [court, number].filter(Boolean).join(', ') || null
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
      vatId: values.COMPANY_VAT_ID || null,
      register: registerOf(values),
      representative: values.COMPANY_REPRESENTATIVE || null,
      email: values.COMPANY_EMAIL,
      phone: values.COMPANY_PHONE,
    },
    payoutAccount: {
      iban: readIban(values.PAYOUT_IBAN) ?? '',
      bic: readBic(values.PAYOUT_BIC ?? '') ?? null,
    },
  }
}
