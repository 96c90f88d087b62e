import { toPlainLatin } from '#platform/routing/transliterate.ts'
import { xmlText } from '#platform/rules/text/escape.ts'

/** What is paid, and by whom. Cents; texts as people write them. */
export interface PainFile {
  messageId: string
  createdAt: Date
  /** `2026-12-01`. */
  executionDay: string
  currency: string
  debtor: { name: string; iban: string; bic: string | null }
  payments: readonly {
    /** At most 35 signs; comes back with everything the bank says about it. */
    id: string
    amountCents: number
    name: string
    iban: string
    bic: string | null
    purpose: string
  }[]
}

/**
 * A customer credit transfer initiation (ISO 20022 pain.001.001.09) by the rules of the SEPA credit transfer scheme
 * (EPC132-08). The same payouts give the same bytes: a bank knows a file it has had by its number.
 */
export function painFile(file: PainFile): string {
  const isSepa = file.currency === 'EUR'
  const totals = [
    tag('NbOfTxs', String(file.payments.length)),
    tag('CtrlSum', amount(file.payments.reduce((sum, { amountCents }) => sum + amountCents, 0))),
  ]
  const header = tag('GrpHdr', [
    tag('MsgId', file.messageId),
    tag('CreDtTm', file.createdAt.toISOString().slice(0, 19)),
    ...totals,
    tag('InitgPty', [tag('Nm', name(file.debtor.name))]),
  ])
  const information = tag('PmtInf', [
    tag('PmtInfId', file.messageId),
    tag('PmtMtd', 'TRF'),
    tag('BtchBookg', 'true'),
    ...totals,
    ...(isSepa ? [tag('PmtTpInf', [tag('SvcLvl', [tag('Cd', 'SEPA')])])] : []),
    tag('ReqdExctnDt', [tag('Dt', file.executionDay)]),
    tag('Dbtr', [tag('Nm', name(file.debtor.name))]),
    account('DbtrAcct', file.debtor.iban),
    agent('DbtrAgt', file.debtor.bic) ??
      tag('DbtrAgt', [tag('FinInstnId', [tag('Othr', [tag('Id', 'NOTPROVIDED')])])]),
    tag('ChrgBr', isSepa ? 'SLEV' : 'SHAR'),
    ...file.payments.map((payment) => transfer(payment, file.currency)),
  ])
  const root = 'Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"'
  const lines = `<${root}>${tag('CstmrCdtTrfInitn', [header, information])}</Document>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.replaceAll('><', '>\n<')}\n`
}

function transfer(payment: PainFile['payments'][number], currency: string): string {
  return tag('CdtTrfTxInf', [
    tag('PmtId', [tag('EndToEndId', payment.id)]),
    tag('Amt', [`<InstdAmt Ccy="${currency}">${amount(payment.amountCents)}</InstdAmt>`]),
    agent('CdtrAgt', payment.bic) ?? '',
    tag('Cdtr', [tag('Nm', name(payment.name))]),
    account('CdtrAcct', payment.iban),
    tag('RmtInf', [tag('Ustrd', bankText(payment.purpose).slice(0, 140))]),
  ])
}

function account(label: string, iban: string): string {
  return tag(label, [tag('Id', [tag('IBAN', iban)])])
}

function agent(label: string, bic: string | null): string | undefined {
  return bic === null ? undefined : tag(label, [tag('FinInstnId', [tag('BICFI', bic)])])
}

function tag(label: string, content: string | readonly string[]): string {
  const inner = typeof content === 'string' ? xmlText(content) : content.join('')
  return `<${label}>${inner}</${label}>`
}

function amount(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

function name(text: string): string {
  return bankText(text).slice(0, 70).trim() || 'NOTPROVIDED'
}

/** Signs that have a nearest one among those every bank takes. */
const signs: Readonly<Record<string, string>> = { '&': '+', '’': "'", '‘': "'", '–': '-', '—': '-' }

/** The signs every bank of the scheme takes (EPC217-08); others become their nearest, or a blank. */
export function bankText(text: string): string {
  return toPlainLatin(text)
    .replace(/[&’‘–—]/g, (sign) => signs[sign] ?? sign)
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
}
