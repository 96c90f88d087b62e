import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slugify } from './slug.ts'
import { liveWorlds } from './worlds.ts'

describe('Greek (ELOT 743)', () => {
  test.each([
    ['Ευχαριστώ πολύ', 'efcharisto-poly'],
    ['Αύριο', 'avrio'],
    ['Ευαγγελία', 'evangelia'],
    ['άυλος', 'aylos'],
    ['πραΰς', 'prays'],
    ['αϋπνία', 'aypnia'],
    ['Προϋπολογισμός', 'proypologismos'],
    ['Μπάλα', 'bala'],
    ['λάμπα', 'lampa'],
    ['Άγγελος', 'angelos'],
    ['Αγκαλιά', 'agkalia'],
    ['σφίγξ', 'sfinx'],
    ['έλεγχος', 'elenchos'],
    ['ουρανός', 'ouranos'],
    ['κατ’ οίκον εκπαίδευση', 'kat-oikon-ekpaidefsi'],
    ['Σχολικό υλικό', 'scholiko-yliko'],
    ['Συχνές ερωτήσεις', 'sychnes-erotiseis'],
    ['Όροι χρήσης', 'oroi-chrisis'],
    ['Στοιχεία εκδότη', 'stoicheia-ekdoti'],
    ['ηύρα', 'ivra'],
    ['Ψυχή', 'psychi'],
    ['εύκολο', 'efkolo'],
    ['τζατζίκι', 'tzatziki'],
    ['αυτοκίνητο', 'aftokinito'],
    ['ΑΣΚΗΣΕΙΣ ΜΑΘΗΜΑΤΙΚΩΝ', 'askiseis-mathimatikon'],
    ['ντομάτα', 'ntomata'],
    ['Θησαυρός', 'thisavros'],
    ['Υγεία', 'ygeia'],
  ])('%s -> %s', (text, slug) => {
    expect(slugify(text, 'gr')).toBe(slug)
  })

  test('a polytonic text is spelt like a modern one', () => {
    expect(slugify('ἀρχὴ τοῦ σοφοῦ', 'gr')).toBe(slugify('αρχή του σοφού', 'gr'))
  })
})

describe('Latin', () => {
  test.each([
    ['Vorlagen und Hintergründe #1', 'de', 'vorlagen-und-hintergruende-1'],
    ['Größe, Übung & Straße', 'de', 'groesse-uebung-strasse'],
    ['Größe', 'en', 'grosse'],
    ['Cuaderno — Disgrafía --- 62 actividades', 'es', 'cuaderno-disgrafia-62-actividades'],
    ['Feliz año nuevo, 5 años', 'es', 'feliz-anio-nuevo-5-anios'],
    ['Campaña de España', 'es', 'campana-de-espana'],
    ['L’œuvre de l’élève', 'fr', 'l-oeuvre-de-l-eleve'],
    ['Perché sì?', 'it', 'perche-si'],
    ['m² und ½', 'de', 'm2-und-1-2'],
    ['!!!', 'de', ''],
    ['漢字', 'de', ''],
  ] as const)('%s (%s) -> %s', (text, world, slug) => {
    expect(slugify(text, world)).toBe(slug)
  })

  test('a long title is cut at a word', () => {
    expect(slugify('arbeitsblatt '.repeat(10), 'de')).toBe(
      'arbeitsblatt-arbeitsblatt-arbeitsblatt-arbeitsblatt-arbeitsblatt-arbeitsblatt',
    )
    expect(slugify('a'.repeat(100), 'de')).toBe('a'.repeat(80))
    expect(slugify(`${'a'.repeat(80)} b`, 'de')).toBe('a'.repeat(80))
  })
})

test('every text gives a clean slug that stays the same', () => {
  const world = fc.constantFrom(...liveWorlds().map((each) => each.world))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), world, (text, code) => {
      const slug = slugify(text, code)
      expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
      expect(slug.length).toBeLessThanOrEqual(80)
      expect(slugify(slug, code)).toBe(slug)
    }),
  )
}, 120_000)
