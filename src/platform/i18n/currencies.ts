/** Symbols of the currencies the product shows (specification 9). BGN lives on in old orders only. */
export const currencySymbols = {
  EUR: '€',
  USD: '$',
  GBP: '£',
  CHF: 'CHF',
  PLN: 'zł',
  CZK: 'Kč',
  HUF: 'Ft',
  RON: 'lei',
  BGN: 'лв.',
  SEK: 'kr',
  NOK: 'kr',
  DKK: 'kr.',
  ISK: 'kr',
  TRY: '₺',
  UAH: '₴',
  ARS: '$',
  COP: '$',
  GTQ: 'Q',
  CLP: '$',
  MXN: '$',
  PEN: 'S/',
  UYU: '$U',
  BOB: 'Bs',
  PYG: '₲',
  CRC: '₡',
  DOP: 'RD$',
  HNL: 'L',
  NIO: 'C$',
  BRL: 'R$',
  JPY: '¥',
  CNY: '¥',
  KRW: '₩',
  INR: '₹',
  IDR: 'Rp',
  CAD: 'CA$',
} as const

export type CurrencyCode = keyof typeof currencySymbols

/** Whether a text is the code of a currency the table has (ISO 4217). */
export function isCurrencyCode(code: string): code is CurrencyCode {
  return Object.hasOwn(currencySymbols, code)
}

const sharedSymbols: ReadonlySet<string> = new Set(['$', '¥', 'kr'])

/** The symbol of a currency, or its code when the table has none. */
export function currencySymbol(code: string): string {
  return isCurrencyCode(code) ? currencySymbols[code] : code
}

/** Whether the symbol alone does not say which currency is meant. */
export function isSharedSymbol(code: string): boolean {
  return sharedSymbols.has(currencySymbol(code))
}
