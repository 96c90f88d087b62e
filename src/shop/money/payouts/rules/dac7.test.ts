import { expect, test } from 'vitest'
import { isWithheld, missingTaxData } from './dac7.ts'

test('what is missing depends on who sells', () => {
  const common = { street: 'a', postcode: 'b', city: 'c', country: 'DE', vatId: null }
  const person = { ...common, kind: 'private' as const, firstName: 'A', lastName: 'B', legalName: null }
  const firm = { ...common, kind: 'business' as const, firstName: null, lastName: null, legalName: 'A GmbH' }
  const none = { birthDate: null, taxNumber: null, registerNumber: null }
  expect(missingTaxData(null)).toEqual(['name', 'taxNumber', 'birthDate'])
  expect(missingTaxData({ ...person, ...none })).toEqual(['taxNumber', 'birthDate'])
  expect(missingTaxData({ ...firm, ...none })).toEqual(['taxNumber', 'registerNumber'])
  expect(missingTaxData({ ...person, ...none, taxNumber: '1', birthDate: '1980-02-29' })).toEqual([])
})

test('payouts stop after two reminders and sixty days, and go on with the data', () => {
  const now = new Date('2026-12-01T00:00:00Z')
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  expect(isWithheld({ reminders: 2, firstRemindedAt: before(60) }, ['taxNumber'], now)).toBe(true)
  expect(isWithheld({ reminders: 2, firstRemindedAt: before(59) }, ['taxNumber'], now)).toBe(false)
  expect(isWithheld({ reminders: 1, firstRemindedAt: before(90) }, ['taxNumber'], now)).toBe(false)
  expect(isWithheld({ reminders: 2, firstRemindedAt: before(60) }, [], now)).toBe(false)
})
