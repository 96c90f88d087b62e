import { describe, expect, test } from 'vitest'
import taxonomy from '#platform/db/taxonomy.json' with { type: 'json' }
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { readPhrases } from './phrases.ts'
import { readWishes } from './query-filters.ts'
import { wordsOf } from './words.ts'

interface Term {
  id: string
  name: string | null
  short?: string | null
}

const lists = {
  class_grade: 'grades',
  school_type: 'school_types',
  learning_years: 'learning_years',
} as const
const worlds = taxonomy.worlds as unknown as Record<LiveWorldCode, Record<string, Term[]>>

function read(world: LiveWorldCode, query: string) {
  const rows = Object.entries(lists).flatMap(([kind, list]) =>
    (worlds[world][list] ?? []).map((term, index) => ({
      ...{ kind: kind as keyof typeof lists, term_id: index + 1, id: term.id },
      ...{ name: term.name ?? '', short: term.short ?? null },
    })),
  )
  const { wishes, rest } = readWishes(world, readPhrases(world, rows), wordsOf(query))
  return { ids: wishes.flatMap(({ kind, ids }) => ids.map((id) => `${kind}/${id}`)), rest: rest.join(' ') }
}

describe('grades and stages are read as filters', () => {
  test.each<[LiveWorldCode, string, string[], string]>([
    ['de', 'Bruchrechnung Klasse 6', ['class_grade/6'], 'Bruchrechnung'],
    ['de', 'erste Klasse', ['class_grade/1'], ''],
    ['de', 'Brüche für die 5. und 6. Klasse', ['class_grade/5', 'class_grade/6'], 'Brüche für die'],
    ['de', 'Klasse 5 bis 7 Englisch', ['class_grade/5', 'class_grade/6', 'class_grade/7'], 'Englisch'],
    ['de', 'Mathe Sek II', ['school_type/sek2'], 'Mathe'],
    ['de', 'Latein 2. Lernjahr', ['learning_years/ly2'], 'Latein'],
    ['de', '6 Aufgaben für die Klasse', [], '6 Aufgaben für die Klasse'],
    ['de', 'Zahlenraum 20', [], 'Zahlenraum 20'],
    ['es', 'segundo de primaria', ['class_grade/primaria-2'], ''],
    ['es', 'fracciones 1.º de ESO', ['class_grade/eso-1'], 'fracciones'],
    ['es', 'mates 1 primaria', ['class_grade/primaria-1'], 'mates'],
    ['es', 'infantil 5 años', ['class_grade/infantil-5'], ''],
    ['fr', 'angles sixième', ['class_grade/6e'], 'angles'],
    ['fr', 'fractions CM1 CM2', ['class_grade/cm1', 'class_grade/cm2'], 'fractions'],
    ['fr', 'équations du premier degré', [], 'équations du premier degré'],
    ['fr', 'sciences cycle 2', ['class_grade/cp', 'class_grade/ce1', 'class_grade/ce2'], 'sciences'],
    ['gr', 'πρώτη δημοτικού', ['class_grade/dimotiko-1'], ''],
    ['gr', 'κλάσματα ΣΤ΄ Δημοτικού', ['class_grade/dimotiko-6'], 'κλάσματα'],
    ['gr', 'Α Γυμνασίου', ['class_grade/gymnasio-1'], ''],
    ['it', 'prima media', ['class_grade/secondaria-1-1'], ''],
    ['it', 'classe quinta della scuola primaria', ['class_grade/primaria-5'], ''],
    ['it', 'media aritmetica', [], 'media aritmetica'],
    ['en', 'year three fractions', ['class_grade/year-3'], 'fractions'],
    ['en', 'KS3 science', ['class_grade/year-7', 'class_grade/year-8', 'class_grade/year-9'], 'science'],
    ['en', 'free times tables', ['free/1'], 'times tables'],
    ['de', 'kostenlose Vorlage', ['free/1'], 'Vorlage'],
  ])('%s: %s', (world, query, ids, rest) => {
    expect(read(world, query)).toEqual({ ids, rest })
  })

  test('what an operator noted as a synonym of a grade is one', () => {
    const { wishes } = readWishes(
      'es',
      readPhrases('es', rowsOf('es')),
      ['bachis', 'física'],
      [{ from: 0, length: 1, text: 'Bachillerato' }],
    )
    expect(wishes).toMatchObject([{ kind: 'school_type', ids: ['sek2'], words: ['bachis'] }])
  })
})

function rowsOf(world: LiveWorldCode) {
  return (worlds[world].school_types ?? []).map(({ id, name }, index) => ({
    ...{ kind: 'school_type' as const, term_id: index + 1, id, name: name ?? '', short: null },
  }))
}
