import { expect, test } from 'vitest'
import { taxonomyRows } from '#platform/db/taxonomy.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { Taxonomy, Term } from './taxonomy.ts'
import { gradesText } from './view.ts'

const rows = taxonomyRows()
const taxonomy: Taxonomy = {
  terms: () => [],
  term: (world, kind, id) =>
    rows.find((row) => row.world === world && row.kind === kind && row.id === id) as unknown as
      | Term
      | undefined,
  reload: async () => {},
}

test.each<[LiveWorldCode, string[], string]>([
  ['de', [], ''],
  ['de', ['6'], '6. Klasse'],
  ['de', ['6', '5'], '5.–6. Klasse'],
  ['de', ['3', '5'], '3, 5'],
  ['es', ['primaria-1', 'primaria-2'], '1.º P–2.º P'],
  ['fr', ['cm1', 'cm2', '6e'], 'CM1–6e'],
  ['gr', ['gymnasio-1'], 'Α΄ Γυμνασίου'],
])('%s: %j reads %s', (world, ids, text) => expect(gradesText(taxonomy, world, ids)).toBe(text))
