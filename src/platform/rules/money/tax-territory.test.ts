import { expect, test } from 'vitest'
import { countryOfPlace, isOutsideVat } from './tax-territory.ts'

test.each([
  ['Las Palmas', 'ES', '35001', true],
  ['Tenerife', 'ES', '38001', true],
  ['Ceuta', 'ES', '51001', true],
  ['Melilla', 'ES', '52 001', true],
  ['Madrid', 'ES', '28001', false],
  ['Livigno', 'IT', '23041', true],
  ['Campione', 'IT', '22061', true],
  ['Como', 'IT', '22100', false],
  ['Büsingen', 'DE', 'D-78266', true],
  ['Helgoland', 'DE', '27498', true],
  ['Singen', 'DE', '78224', false],
  ['Mariehamn', 'FI', 'AX-22100', true],
  ['Helsinki', 'FI', '00100', false],
  ['Karyes', 'GR', '630 86', true],
  ['Thessaloniki', 'GR', '54622', false],
  ['Pointe-à-Pitre', 'FR', '97110', true],
  ['Saint-Denis, Réunion', 'FR', '97400', true],
  ['Nouméa', 'FR', '98800', true],
  ['Monaco: as France', 'FR', '98000', false],
  ['Paris', 'FR', '75001', false],
  ['Belfast: services as Great Britain', 'GB', 'BT1 5GS', false],
  ['Isle of Man: as Great Britain', 'GB', 'IM1 1AE', false],
  ['Jersey', 'GB', 'JE2 3AB', true],
  ['Guernsey', 'GB', 'gy1 1aa', true],
  ['Longyearbyen', 'NO', '9170', true],
  ['Tromsø', 'NO', '9008', false],
  ['Vienna', 'AT', '1010', false],
  ['nobody knows', 'ES', null, false],
  ['empty', 'ES', '', false],
] as const)('%s', (_place, country, postcode, expected) => {
  expect(isOutsideVat(country, postcode)).toBe(expected)
})

test.each([
  ['MC', 'FR'],
  ['IM', 'GB'],
  ['JE', 'GB'],
  ['AX', 'FI'],
  ['RE', 'FR'],
  ['DE', 'DE'],
])('%s has addresses of %s', (place, country) => {
  expect(countryOfPlace(place)).toBe(country)
})
