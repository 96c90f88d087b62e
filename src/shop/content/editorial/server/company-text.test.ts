import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { companyOf, companyVariables } from '#platform/env/env-company.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { withCompany } from './company-text.ts'

const companyFrom = (values: Record<string, string>) =>
  companyOf(z.object(companyVariables).parse(values)).company
const own = {
  COMPANY_NAME: 'Muster & Söhne [GmbH]',
  COMPANY_PHONE: '+49 40 1234',
  COMPANY_EMAIL: 'kontakt@muster.example',
  COMPANY_REGISTER_COURT: 'Amtsgericht Hamburg',
  COMPANY_REGISTER_NUMBER: 'HRB 7',
  COMPANY_REPRESENTATIVE: 'Ina Muster',
  COMPANY_VAT_ID: 'DE136695976',
}
const root = join(import.meta.dirname, '../texts')

test.each(liveWorlds().map(({ world }) => world))(
  'imprint and instructions of %s are those of COMPANY_*',
  (world) => {
    const read = (name: string) =>
      withCompany(readFileSync(join(root, 'info', world, `${name}.md`), 'utf8'), companyFrom(own), world)
    const imprint = read('imprint')
    const facts = [
      '+49 40 1234',
      'kontakt@muster.example',
      'Amtsgericht Hamburg, HRB 7',
      'Ina Muster',
      'DE136695976',
    ]
    for (const fact of [...facts, String.raw`Muster & Söhne \[GmbH\]`]) expect(imprint).toContain(fact)
    for (const fact of ['+49 40 1234', 'kontakt@muster.example', 'Musterstraße 1'])
      expect(read('terms')).toContain(fact)
    for (const path of globSync(`*/${world}/*.md`, { cwd: root })) {
      const text = readFileSync(join(root, path), 'utf8')
      expect([path, withCompany(text, companyFrom(own), world).includes('{{')]).toEqual([path, false])
      // One set of contacts: nothing is typed beside it.
      expect([path, /(?<!jobs)@aularium\.example/.exec(text)?.[0]]).toEqual([path, undefined])
    }
  },
)

test('what is not set is left out with its heading; an unknown word is a mistake', () => {
  const source = 'A {{company.name}}\n\n## VAT\n\n{{company.vatId}}\n\n## Rest\n\nB\n'
  expect(withCompany(source, companyFrom({}), 'en')).toBe(
    'A Aularium (Demonstrationsbetrieb)\n\n## Rest\n\nB\n',
  )
  expect(() => withCompany('{{company.fax}}', companyFrom({}), 'en')).toThrow('fax')
})
