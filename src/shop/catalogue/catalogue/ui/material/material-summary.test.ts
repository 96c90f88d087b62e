import { describe, expect, test } from 'vitest'
import type { DemoMaterial } from '#demo/catalogue/types.ts'
import { demoWorld } from '#demo/catalogue/worlds.ts'
import { taxonomyRows } from '#platform/db/taxonomy.ts'
import { translator } from '#platform/i18n/translate.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import type { MaterialCard, MaterialDetail } from '#platform/rules/contract/material.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { materialSummary } from './material-summary.ts'

const base = {
  world: 'de',
  title: 'Brüche addieren',
  description: 'Zwölf Blätter. Mit Lösungen zur Selbstkontrolle.',
  type: { id: 'worksheet', name: 'Arbeitsblatt', slug: null },
  materialType: 'Arbeitsblatt',
  subject: 'Mathematik',
  grades: '6. Klasse',
  pageCount: 4,
  keywords: ['Bruchrechnung'],
} as unknown as MaterialDetail

function summary(change: Partial<MaterialDetail> = {}, fromAuthor: readonly MaterialCard[] = []): string {
  const material = { ...base, ...change }
  return materialSummary({ material, author: { name: 'Anna Berg' }, fromAuthor }, translator(material.world))
}

test('kind, topic, grades, pages and solutions, then the author’s own words', () => {
  expect(summary()).toBe(
    'Arbeitsblatt zum Thema „Bruchrechnung“: 6. Klasse, 4 Seiten, mit Lösungen. Zwölf Blätter. Vorschau ansehen und sofort herunterladen.',
  )
})

test('a long sentence ends at a word, headings and lists are left out', () => {
  const text = summary({
    description: `# Überschrift\n\nInhalt:\n\n- eins\n- zwei\n\n${'Erweitern und Kürzen '.repeat(20)}`,
  })
  expect(text).toMatch(/4 Seiten\. Erweitern und Kürzen .*(?:Erweitern|und|Kürzen) …$/)
  expect(text.length).toBeLessThanOrEqual(155)
})

test('parts of a series, alike in everything, are told by their titles', () => {
  const sibling = base as MaterialCard
  const of = (title: string) => summary({ title }, [sibling])
  expect(of('Brüche, Teil 1')).toContain('„Brüche, Teil 1“')
  expect(of('Brüche, Teil 1')).not.toBe(of('Brüche, Teil 2'))
})

test.each([
  ['de', 'Salze und ihre Lösungen', false],
  ['de', 'Mit gesättigten Lösungen experimentieren', false],
  ['de', 'Test mit Punkten und Lösungen', true],
  ['es', 'Con soluciones al final.', true],
  ['fr', 'Le corrigé complet est fourni.', true],
  ['gr', 'Φύλλο εργασίας με λύσεις', true],
  ['it', 'Le soluzioni sono incluse.', true],
  ['en', 'Full answers are included.', true],
  ['en', 'Students find the answers in the text.', false],
] as const)('%s: whether “%s” promises solutions: %s', (world, description, isSo) => {
  const words = translator(world)('material-page:summary.solutions')
  expect(summary({ world, description }).split(description)[0]?.includes(words)).toBe(isSo)
})

describe.each(liveWorlds())('the demo catalogue of $world', ({ world }) => {
  const { materials } = demoWorld(world)
  const all = materials.map((material) => summary(detailOf(world, material)))

  test('has one description for each material, of 120 to 155 characters, in whole words', () => {
    expect(new Set(all).size).toBe(all.length)
    for (const text of all) {
      expect([text, text.length >= 120 && text.length <= 155]).toEqual([text, true])
      expect(text).toMatch(/[.!?…;][»”“]?$/)
      expect(text).not.toMatch(/\s{2}|undefined|\{\{|\.\./)
    }
  })
})

const rows = taxonomyRows()
function nameOf(world: LiveWorldCode, kind: string, id: string): string {
  return rows.find((row) => row.world === world && row.kind === kind && row.id === id)?.name ?? id
}

function detailOf(world: LiveWorldCode, material: DemoMaterial): Partial<MaterialDetail> {
  const type = nameOf(world, 'material_type', material.materialType)
  return {
    ...material,
    world,
    type: { id: material.materialType, name: type, slug: null },
    materialType: type,
    subject: nameOf(world, 'subject', material.subject),
    grades: nameOf(world, 'class_grade', material.grades[0] ?? ''),
    pageCount: material.sheet.sections.length,
  } as unknown as Partial<MaterialDetail>
}
