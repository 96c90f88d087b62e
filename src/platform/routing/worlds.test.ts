import { expect, test } from 'vitest'
import { defaultWorld, isLiveWorld, liveWorlds, worldOf, worlds } from './worlds.ts'

test('29 worlds, six of them live, five main', () => {
  expect(worlds).toHaveLength(29)
  expect(new Set(worlds.map(({ world }) => world)).size).toBe(29)
  expect(liveWorlds().map(({ world }) => world)).toEqual(['de', 'es', 'fr', 'gr', 'it', 'en'])
  expect(worlds.filter(({ tier }) => tier === 'main')).toHaveLength(5)
  expect(worldOf(defaultWorld).live).toBe(true)
})

test.each(worlds)('$world: Intl knows the tag, the currency and the time zone', (row) => {
  expect(Intl.DateTimeFormat.supportedLocalesOf(row.intl)).toEqual([row.intl])
  expect(Intl.PluralRules.supportedLocalesOf(row.lang)).toEqual([row.lang])
  expect(new Intl.Locale(row.intl).region).toBe(row.country)
  expect(new Intl.Locale(row.intl).language).toBe(new Intl.Locale(row.lang).language)
  expect(new Intl.DateTimeFormat(row.intl, { timeZone: row.timeZone }).resolvedOptions()).toMatchObject({
    locale: expect.stringMatching(new RegExp(`^${row.lang.split('-')[0]}`)),
  })
  expect(Intl.supportedValuesOf('currency')).toContain(row.currency)
  expect(row.countries[0]).toBe(row.country)
})

test('world codes that are no language tags are mapped', () => {
  const mapped = {
    gr: 'el',
    cz: 'cs',
    dk: 'da',
    cn: 'zh-Hans',
    jp: 'ja',
    kr: 'ko',
    se: 'sv',
    ua: 'uk',
    no: 'nb',
    si: 'sl',
  }
  for (const [world, lang] of Object.entries(mapped)) expect(worldOf(world)?.lang).toBe(lang)
})

test('anything else is no world', () => {
  for (const text of ['', 'DE', 'el', '__proto__', 'constructor']) expect(worldOf(text)).toBeUndefined()
  expect(isLiveWorld('bg')).toBe(false)
  expect(isLiveWorld('gr')).toBe(true)
})
