import { expect, test } from 'vitest'
import { writeLeft } from '../task/clock.ts'
import { practiceTimeOf } from './practice-time.ts'

const timeOf = (query: string) => practiceTimeOf(new URLSearchParams(query))

test('a clock begins with the minutes of the address, and with more of them for who needs more', () => {
  expect(timeOf('minutes=10').seconds).toBe(600)
  expect(timeOf('minutes=10&time=125').seconds).toBe(750)
  expect(timeOf('minutes=45&time=200').seconds).toBe(5400)
})

test.each(['', 'minutes=0', 'minutes=7', 'minutes=1e9', 'minutes=-5', 'minutes=NaN', 'time=150'])(
  'what is no choice is no clock: %s',
  (query) => expect(timeOf(query).seconds).toBe(0),
)

test('an unknown factor is none', () => {
  expect(timeOf('minutes=10&time=1000000')).toEqual({ minutes: 10, factor: 100, seconds: 600 })
})

test('the clock is read as minutes and seconds, and ends at nothing', () => {
  expect([writeLeft(605), writeLeft(59.2), writeLeft(0), writeLeft(-3)]).toEqual([
    '10:05',
    '1:00',
    '0:00',
    '0:00',
  ])
})
