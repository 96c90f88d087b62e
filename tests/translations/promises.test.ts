import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { flatten, readMessages } from '../../src/platform/i18n/messages.ts'
import { liveWorlds } from '../../src/platform/routing/worlds.ts'
import { wordsOf } from '../../src/platform/rules/markdown/tree.ts'
import { licences } from '../../src/platform/rules/money/licence.ts'
import { readArticleText } from '../../src/shop/content/editorial/server/article-text.ts'
import { readArticles } from '../../src/shop/content/editorial/server/articles.ts'
import { headingsOf } from './article-parts.ts'
import { brokenPromises, promisesIn } from './promises.ts'

const root = join(import.meta.dirname, '../..')
const messages = readMessages(join(root, 'locales'))
const worlds = liveWorlds().map(({ world }) => world)

/** What each world said before it was mended: the list finds every one of them. */
const once = {
  de: [
    'Automatische Auswertungen sind Rückmeldungen',
    'Auf Barrierefreiheit geprüft',
    'Ada verkauft als Privatperson. Das Verbraucherrecht für Verträge mit Unternehmern gilt gegenüber Privatpersonen nicht.',
  ],
  es: [
    'Accesibilidad comprobada',
    'El derecho de consumo para contratos con profesionales no se aplica frente a particulares.',
  ],
  fr: ['Accessibilité vérifiée', 'Ada vend à titre privé.'],
  gr: [
    'Ελεγμένο για προσβασιμότητα',
    'Το δίκαιο καταναλωτή για συμβάσεις με επαγγελματίες δεν ισχύει έναντι ιδιωτών.',
  ],
  it: ['Non è permesso passarlo ai colleghi', 'Ada vende come privato.'],
  en: ['Recordings are coming soon.', 'Aularium is a marketplace: teachers offer materials they have made.'],
} as const

describe.each(worlds)('texts of %s', (world) => {
  test('promise nothing that does not happen', () => {
    const words = Object.entries(messages.get(world) ?? {}).flatMap(([namespace, tree]) =>
      flatten(tree).map(([key, text]) => ({ place: `${namespace}:${key}`, text })),
    )
    const pages = globSync(`src/shop/content/editorial/texts/*/${world}/*.md`, { cwd: root }).map(
      (place) => ({
        place,
        text: readFileSync(join(root, place), 'utf8'),
      }),
    )
    expect(pages.length).toBeGreaterThan(20)
    // What authors say of their own work is no tool of ours.
    const declared = /^(cabinet-sales:form\.(rights|aiUse)|common:aiUse\.|material-page:aiUse$)/
    const ours = words.filter(({ place }) => !declared.test(place))
    const broken = [...ours, ...pages].flatMap(({ place, text }) =>
      promisesIn(world, text).map((promise) => `${place} says ${promise}`),
    )
    expect(broken).toEqual([])
  })

  test('the list finds what was once said', () => {
    for (const text of once[world]) expect([text, promisesIn(world, text)]).not.toEqual([text, []])
  })

  const terms = readArticleText(
    readFileSync(join(root, 'src/shop/content/editorial/texts/info', world, 'terms.md'), 'utf8'),
  )

  test('the terms name every licence that is sold, as page and cart name them', () => {
    const names = new Map(flatten(messages.get(world)?.common ?? {}))
    for (const licence of licences) {
      const name = names.get(`licence.${licence}`) ?? licence
      expect(wordsOf(terms.tree).toLowerCase()).toContain(name.toLowerCase())
    }
  })

  test('the seller is named alike where one decides: terms, material, payment, author page and the mail', () => {
    const say = (key: string) => {
      const [namespace = '', name = ''] = key.split(':')
      return new Map(flatten(messages.get(world)?.[namespace] ?? {})).get(name) ?? ''
    }
    for (const key of ['material-page:buy.seller', 'payment:terms.seller', 'mail:orderPaid.seller'])
      expect([key, say(key)]).toEqual([key, expect.stringContaining('{{seller}}')])
    for (const key of ['author-page:trader.isTrader', 'author-page:trader.isPrivate'])
      expect([key, say(key)]).toEqual([key, expect.stringContaining('Aularium')])
    expect(wordsOf(terms.tree)).toContain('{{company.name}}')
  })

  test('the terms hold the instructions of withdrawal with address, function and model form', () => {
    const source = readFileSync(
      join(root, 'src/shop/content/editorial/texts/info', world, 'terms.md'),
      'utf8',
    )
    const part = source.slice(
      source.indexOf('{ #withdrawal-provisions }'),
      source.indexOf('{ #data_protection }'),
    )
    for (const word of [
      '{{company.address}}',
      '{{company.phone}}',
      '{{company.email}}',
      '(route:withdrawal)',
    ])
      expect([word, part.includes(word)]).toEqual([word, true])
    // Right, effects, loss by consent, model form; the form has a line for each of its seven facts.
    expect(part.match(/^### /gm)).toHaveLength(4)
    expect(part.match(/^- /gm)).toHaveLength(7)
  })

  test('the terms are those that members accept, with the anchors others point at', () => {
    expect(terms.head.validFrom).toBe(readArticles(undefined).validFrom(world, 'terms'))
    expect(headingsOf(terms.tree).map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'data_protection',
        'terms-of-use',
        'terms-of-task-completing',
        'withdrawal-provisions',
      ]),
    )
  })
})

test('every promise has its reason and its words in every world', () => {
  for (const { because, says } of brokenPromises) {
    expect(because.length).toBeGreaterThan(20)
    expect(Object.keys(says).sort()).toEqual(worlds.toSorted())
  }
})
