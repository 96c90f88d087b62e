import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { translator } from '#platform/i18n/translate.ts'
import { dac7 } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { type LiveWorldCode, liveWorldCodes } from '#platform/rules/contract/world.ts'
import type { SellerData } from '../../rules/contract.ts'
import { missingTaxData, type TaxDatum } from '../../rules/dac7.ts'
import { taxDataMail } from '../mails.ts'
import { toSellerData } from '../seller-data.ts'
import { banksOf, countReminder, findSetting, sellerTaxesOf, settingsOf } from '../seller-queries.ts'
import { accountsOf, type SoldRow, soldInYear } from './dac7-queries.ts'
import { openIban } from './sealing.ts'

export interface Quarter {
  sales: number
  shareCents: number
  feeCents: number
  taxCents: number
}

/** One seller, in one currency. */
export interface ReportedSeller {
  accountId: number
  publicName: string
  email: string
  currency: string
  /** Always four. */
  quarters: Quarter[]
  data: SellerData | null
  account: { iban: string; holder: string } | null
  missing: TaxDatum[]
  reminders: number
}

export interface Dac7Report {
  year: number
  sellers: ReportedSeller[]
}

/**
 * Sellers of a world who sold anything in a year, with what is known and what is missing (Directive (EU) 2021/514): one row
 * a seller and currency, each sum in the currency it was credited in.
 */
export async function dac7Report(
  context: Pick<Context, 'db' | 'env' | 'world'>,
  year: number,
): Promise<Dac7Report> {
  const { db, world, env } = context
  const sold = await soldInYear(db, { world, year, timeZone: env.booksTimeZone })
  const ids = [...new Set(sold.map((row) => row.account_id))]
  const [accounts, taxes, banks, settings] = await Promise.all([
    accountsOf(db, ids),
    sellerTaxesOf(db, ids),
    banksOf(db, ids),
    settingsOf(db, ids),
  ])
  const sellers = [...Map.groupBy(sold, (row) => `${row.account_id} ${row.currency}`).values()].map((own) => {
    const { account_id: accountId, currency } = own[0] as SoldRow
    const tax = taxes.get(accountId)
    const bank = banks.get(accountId)
    const data = tax === undefined ? null : toSellerData(tax)
    return {
      accountId,
      publicName: accounts.get(accountId)?.public_name ?? '',
      email: accounts.get(accountId)?.email ?? '',
      currency,
      quarters: [1, 2, 3, 4].map((quarter) => quarterOf(own, quarter)),
      data,
      account: bank ? { iban: openIban(env, accountId, bank.iban_sealed), holder: bank.holder } : null,
      missing: missingTaxData(data),
      reminders: settings.get(accountId)?.reminders ?? 0,
    }
  })
  return { year, sellers }
}

function quarterOf(rows: readonly SoldRow[], quarter: number): Quarter {
  const row = rows.find((each) => each.quarter === quarter)
  return {
    sales: row?.sales ?? 0,
    shareCents: row?.share_cents ?? 0,
    feeCents: row?.fee_cents ?? 0,
    taxCents: row?.tax_cents ?? 0,
  }
}

/**
 * The job `remind_tax_data`, once a month: asks who has to be reported for what is missing, every thirty days at most.
 * After the second time and sixty days nothing is paid out any more (shop/money/payouts/rules/dac7.ts).
 */
export async function remindTaxData(deps: Deps, now = new Date()): Promise<number> {
  let reminded = 0
  for (const world of liveWorldCodes) {
    const context = strangerContext(deps, world)
    const { sellers } = await dac7Report(context, now.getUTCFullYear())
    const lacking = new Map(
      sellers.filter(({ missing }) => missing.length > 0).map((each) => [each.accountId, each]),
    )
    for (const seller of lacking.values()) if (await remind(context, seller, now)) reminded += 1
  }
  return reminded
}

async function remind(context: Context, seller: ReportedSeller, now: Date): Promise<boolean> {
  const { world } = context
  return await transaction(context.db, async (tx) => {
    const last = (await findSetting(tx, seller.accountId))?.last_reminded_at
    if (last && now.getTime() - last.getTime() < dac7.reminderDays * 86_400_000) return false
    await countReminder(tx, seller.accountId, now)
    return await queueMail(tx, context, {
      mail: taxDataMail,
      to: seller.email,
      vars: {
        publicName: seller.publicName,
        year: now.getUTCFullYear(),
        missing: missingWords(world, seller.missing),
        dataUrl: absoluteUrl(context.env.siteUrl, url('bank-details', { world })),
      },
      dedupeKey: `tax-data:${seller.accountId}:${now.toISOString().slice(0, 10)}`,
    })
  })
}

/** `Steuernummer, Geburtsdatum`. */
export function missingWords(world: LiveWorldCode, missing: readonly TaxDatum[]): string {
  const t = translator(world)
  const words: Readonly<Record<TaxDatum, string>> = {
    name: t('payouts:seller.nameAndAddress'),
    taxNumber: t('payouts:seller.taxNumber'),
    birthDate: t('payouts:seller.birthDate'),
    registerNumber: t('payouts:seller.registerNumber'),
  }
  return missing.map((datum) => words[datum]).join(', ')
}
