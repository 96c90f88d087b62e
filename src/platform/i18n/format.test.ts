import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencySymbols } from './currencies.ts'
import { formatDate, formatFileSize, formatNumber, formatRelativeDate } from './format.ts'
import { formatAmount, formatPrice, formatPriceWithCode, machinePrice } from './prices.ts'

describe('prices (specification 5)', () => {
  test.each([
    [450, 'EUR', '4,50'],
    [123450, 'EUR', '1234,50'],
    [9999, 'MXN', '99'],
    [100, 'MXN', '1,00'],
    [101, 'MXN', '1'],
    [99, 'ARS', '0,99'],
    [150000000, 'COP', '1500000'],
    [50000, 'JPY', '500,00'],
    [-500, 'ARS', '-5,00'],
    [-5, 'EUR', '-0,05'],
    [0, 'EUR', '0,00'],
    [5, 'GBP', '0,05'],
    [857, 'EUR', '8,57'],
    [199, 'CLP', '1'],
    [250, 'GTQ', '2'],
  ])('%i %s -> %s', (cents, currency, amount) => {
    expect(formatAmount(cents, currency)).toBe(amount)
    expect(machinePrice(cents, currency)).toBe(amount.replace(',', '.'))
  })

  test('the symbol follows a no-break space; a shared one can carry its code', () => {
    expect(formatPrice(450, 'EUR')).toBe('4,50\u00a0€')
    expect(formatPrice(229, 'GBP')).toBe('£2.29')
    expect(formatPrice(-1229, 'GBP')).toBe('-£12.29')
    expect(formatPrice(9999, 'MXN')).toBe('99\u00a0$')
    expect(formatPriceWithCode(9999, 'MXN')).toBe('99\u00a0$\u00a0MXN')
    expect(formatPriceWithCode(450, 'EUR')).toBe('4,50\u00a0€')
    expect(formatPrice(100, 'XXX')).toBe('1,00\u00a0XXX')
    expect(Object.keys(currencySymbols)).toHaveLength(35)
  })

  test('only whole cents are amounts', () => {
    expect(() => formatAmount(4.5, 'EUR')).toThrow(RangeError)
    expect(() => formatAmount(Number.NaN, 'EUR')).toThrow(RangeError)
  })

  test('two decimals lose nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
        expect(Number(formatAmount(cents, 'EUR').replace(',', '')) + 0).toBe(cents)
      }),
    )
  })
})

describe('dates', () => {
  const date = new Date('2026-11-07T23:30:00Z')
  test('are shown in the time zone of the world', () => {
    expect(formatDate(date, 'de')).toBe('08.11.2026')
    expect(formatDate(date, 'en')).toBe('07/11/2026')
    expect(formatDate(date, 'gr', 'long')).toBe('8 Νοεμβρίου 2026')
    expect(formatDate(date, 'it', 'dateTime')).toBe('08/11/2026, 00:30')
  })
  test('are relative within a week', () => {
    expect(formatRelativeDate(date, 'de', new Date('2026-11-08T02:40:00Z'))).toBe('vor 3 Stunden')
    expect(formatRelativeDate(date, 'es', new Date('2026-11-09T00:00:00Z'))).toBe('ayer')
    expect(formatRelativeDate(date, 'fr', date)).toBe('maintenant')
    expect(formatRelativeDate(date, 'de', new Date('2026-11-20T00:00:00Z'))).toBe('08.11.2026')
  })
})

test('numbers and sizes', () => {
  expect(formatNumber(12345.5, 'de')).toBe('12.345,5')
  expect(formatNumber(12345.5, 'en')).toBe('12,345.5')
  expect(formatFileSize(1536 * 1024, 'de')).toBe('1,5 MB')
  expect(formatFileSize(200 * 1024 * 1024, 'en')).toBe('200 MB')
  expect(formatFileSize(0, 'de')).toBe('0 Byte')
})
