import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect, test } from 'vitest'
import { drawStatement } from '#shop/money/payouts/server/reports/statement-paper.ts'
import { type TaxDocumentContent, taxDocumentContentSchema } from '../rules/contract.ts'
import { crossIndustryInvoice } from './cross-industry.ts'
import { drawDocument } from './invoice-pdf.ts'
import { type DocumentFacts, right } from './sheet.ts'

const party = { street: 'Lindenweg 4', postcode: '12345', city: 'Berlin', country: 'DE' }
const sums = { netCents: 1000, taxCents: 190, grossCents: 1190 }

function content(lineCount: number): TaxDocumentContent {
  return taxDocumentContentSchema.parse({
    supplier: {
      ...party,
      name: 'Aularium GmbH',
      organisation: null,
      vatId: 'DE136695976',
      email: 'a@b.example',
    },
    buyer: {
      ...{ ...party, name: 'Anna Berg', organisation: 'Grundschule Nord', vatId: null, email: 'c@d.example' },
      buyerReference: '04011000-1234512345-06',
    },
    order: { number: 'DE-2026-000001', paidAt: '2026-11-28T10:00:00Z' },
    ...{ corrects: null, reason: null, taxCountry: 'DE', currency: 'EUR' },
    lines: Array.from({ length: lineCount }, (_, index) => ({
      ...{ materialId: index + 1, title: `Brüche ${index}`, licence: 'single', author: 'Anna Sommer' },
      ...{ ...sums, taxRateBp: 1900 },
    })),
    taxes: [{ ...sums, taxRateBp: 1900 }],
    ...sums,
  })
}

const facts = (lineCount: number): DocumentFacts => ({
  ...{ world: 'de', kind: 'invoice', number: 'INV-DE-2026-000001' },
  ...{ issuedAt: new Date('2026-11-28T10:00:00Z'), timeZone: 'Europe/Berlin' },
  content: content(lineCount),
})

/** How often each structure type stands in a file; objects of structure are not packed. */
function structureOf(pdf: Buffer): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [, type = ''] of pdf.toString('latin1').matchAll(/\/S \/(Document|H1|P|Table|TR|TH|TD)\b/g))
    counts[type] = (counts[type] ?? 0) + 1
  return counts
}

function isTagged(pdf: Buffer): boolean {
  const text = pdf.toString('latin1')
  return /\/Marked true/.test(text) && /\/StructTreeRoot \d+ 0 R/.test(text) && /\/ParentTree/.test(text)
}

test.each([3, 90])(
  'an invoice of %i lines is tagged: heading, tables with heads, language and title',
  async (lineCount) => {
    const pdf = await drawDocument(facts(lineCount))
    const text = pdf.toString('latin1')
    expect(isTagged(pdf)).toBe(true)
    expect(text).toMatch(/\/Lang \(de/)
    expect(text).toMatch(/\/DisplayDocTitle true/)
    expect(text).toMatch(/pdfaid:part>3</)
    expect(structureOf(pdf)).toMatchObject({ Document: 1, H1: 1, Table: 3 })
    // Heads of three columns, and those of the rows of facts and sums.
    expect(structureOf(pdf).TD).toBe(lineCount * 3 + 5 + 3)
    expect(text.match(/\/Scope \/Column/g)).toHaveLength(3)
  },
)

test('a statement of an account is tagged as well', async () => {
  const pdf = await drawStatement({
    ...{ world: 'fr', month: '2026-11', seller: 'Anna Sommer' },
    company: { name: 'Aularium GmbH', ...party },
    statements: [
      {
        ...{ currency: 'EUR', openingCents: 0, closingCents: 2941 },
        lines: [{ at: new Date('2026-11-03T10:00:00Z'), what: 'Vente', amountCents: 2941 }],
      },
    ],
  })
  expect(isTagged(pdf)).toBe(true)
  expect(structureOf(pdf)).toMatchObject({ Document: 1, H1: 1, Table: 1, TR: 3 })
})

test('the e-invoice of a school carries its Leitweg-ID, others their order', () => {
  const xml = crossIndustryInvoice(facts(1), { xrechnung: { phone: '1' } })
  expect(xml).toContain('<ram:BuyerReference>04011000-1234512345-06</ram:BuyerReference>')
  const plain = {
    ...facts(1),
    content: { ...content(1), buyer: { ...content(1).buyer, buyerReference: null } },
  }
  expect(crossIndustryInvoice(plain, 'factur-x')).toContain(
    '<ram:BuyerReference>DE-2026-000001</ram:BuyerReference>',
  )
})

test('names at the foot of every page all a business letter names: register, who represents, VAT number, however long', async () => {
  const company = {
    register: 'Amtsgericht Berlin-Charlottenburg, HRB 123456 B',
    representative:
      'Geschäftsführung: Anna-Katharina Sommerfeld-Wintermann, Dr. Karl-Friedrich von Hohenhausen-Altenburg',
    phone: '+49 30 1234567',
  }
  const { supplier, ...rest } = content(90)
  const pdf = await drawDocument({
    ...facts(90),
    content: { ...rest, supplier: { ...supplier, ...company } },
  })
  const library = await PDFiumLibrary.init()
  const file = await library.loadDocument(pdf)
  try {
    expect(file.getPageCount()).toBeGreaterThan(1)
    for (const page of file.pages()) {
      const foot = page.getText().replace(/\s+/g, ' ')
      for (const words of [...Object.values(company), supplier.name, supplier.vatId ?? ''])
        expect(foot, words).toContain(words)
      // The margin on the right is empty: nothing of it runs off the paper.
      const { data, width } = await page.render({ scale: 1, render: 'bitmap' })
      const beyond = data.findIndex(
        (sample, at) => sample < 250 && at % 4 !== 3 && (at >> 2) % width > right + 2,
      )
      expect(beyond).toBe(-1)
    }
  } finally {
    file.destroy()
    library.destroy()
  }
})
