import { describe, expect, test } from 'vitest'
import { officialNumber } from './official-numbers.ts'
import { provesSchool, websiteHost } from './school-mail.ts'

describe('official numbers', () => {
  test.each([
    ['fr', '0942434k', '0942434K'],
    ['fr', '0350760 L', '0350760L'],
    ['fr', '0350760K', undefined],
    ['it', 'miic8ab00c', 'MIIC8AB00C'],
    ['it', 'MIIC8AB00', undefined],
    ['es', '28 000 121', '28000121'],
    ['es', '53000121', undefined],
    ['de', '04A12', '04A12'],
    ['de', '123', undefined],
    ['gr', '9051234', '9051234'],
    ['en', '100000', '100000'],
  ] as const)('%s %s', (world, typed, number) => {
    expect(officialNumber(world, typed)).toBe(number)
  })
})

describe('the mail of a school', () => {
  const school = { websiteHost: 'linden.schule.example', officialNumber: '0942434K' }
  test.each([
    ['buero@linden.schule.example', true],
    ['buero@post.linden.schule.example', true],
    // Shared by the schools of a town, and look-alikes.
    ['buero@schule.example', false],
    ['buero@xlinden.schule.example', false],
    ['linden@gmail.com', false],
    // An academy's address is a school's own when it begins with its number.
    ['ce.0942434k@ac-creteil.fr', true],
    ['0942434k@ac-creteil.fr', true],
    ['jeanne.martin@ac-creteil.fr', false],
    ['miic8ab00c@istruzione.it', false],
  ])('%s: %s', (email, proves) => {
    expect(provesSchool(email, school)).toBe(proves)
  })

  test('a school whose site stands below a shared or free domain has no mail of its own there', () => {
    expect(provesSchool('a@gmail.com', { websiteHost: 'gmail.com', officialNumber: null })).toBe(false)
    expect(
      provesSchool('mail@1dim.att.sch.gr', { websiteHost: '1dim.att.sch.gr', officialNumber: null }),
    ).toBe(true)
  })
})

test.each([
  ['https://www.Linden-Schule.de/start', 'linden-schule.de'],
  ['linden.schule.de', 'linden.schule.de'],
  ['http://127.0.0.1', undefined],
  ['localhost', undefined],
  ['lindеn.de', undefined],
  ['kein link', undefined],
])('the name of a site: %s', (typed, host) => {
  expect(websiteHost(typed)).toBe(host)
})
