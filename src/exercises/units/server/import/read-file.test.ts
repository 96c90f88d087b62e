import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readFile } from './read-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'texts-'))
afterAll(() => rmSync(dir, { recursive: true }))

async function promptOf(name: string, bytes: Buffer, language?: string): Promise<string> {
  const path = join(dir, 'text')
  writeFileSync(path, bytes)
  const found = await readFile({ name, path, ...(language && { language }) })
  return typeof found === 'string' ? found : JSON.stringify(found.pages)
}

const table = 'Frage;Richtige Antwort;Falsche Antwort 1\r\nÄpfel für 3 €?;größer;süß\r\n'
const utf16 = Buffer.from(table, 'utf16le')
const windows1252 = Buffer.from(table.replace('€', '\x80'), 'latin1')
/** Letters of Windows-1253 lie so far before those of Unicode. */
const windows1253 = Buffer.from([...'Ερώτηση;Σωστή απάντηση;Λάθος απάντηση 1\nΠόσο;ένα;δύο'].map(greekByte))

function greekByte(sign: string): number {
  const code = sign.charCodeAt(0)
  return code > 0x380 ? code - 0x2d0 : code
}

test.each([
  ['UTF-8', Buffer.from(table)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${table}`)],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
  ['UTF-16 without a mark', utf16],
  ['UTF-16, the other way round', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()])],
  ['Windows-1252', windows1252],
])('a table in %s', async (_name, bytes) => {
  expect(await promptOf('a.csv', bytes)).toContain('Äpfel für 3 €?')
  expect(await promptOf('a.csv', bytes)).toContain('größer')
})

test('a Greek table as Windows writes it, XML that says its encoding, a text with nothing in it', async () => {
  expect(await promptOf('a.csv', windows1253, 'el')).toContain('Πόσο')
  const xml = `<?xml version="1.0" encoding="ISO-8859-1"?><quiz><question type="essay"><questiontext><text>Größe?</text></questiontext></question></quiz>`
  expect(await promptOf('a.xml', Buffer.from(xml, 'latin1'), 'el')).toContain('Größe?')
  expect(await promptOf('a.csv', Buffer.alloc(0))).toBe('unknown_format')
})

test('a picture, a program or noise is no file of questions, whatever it is called', async () => {
  const noise = Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919 + (at >> 3)) % 256))
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), noise])
  for (const name of ['bild.png', 'bild.csv', 'fragen.gift', 'fragen.txt'])
    for (const bytes of [png, noise, Buffer.alloc(50)])
      expect([name, await promptOf(name, bytes)]).toEqual([name, 'unknown_format'])
})

test('cards with braces are cards, words left out of them are gaps', async () => {
  const anki = '#separator:tab\n#html:true\nDie {{c1::Katze::Tier}} {{c2::miaut}}.\tmehr\n'
  const found = await promptOf('karten.txt', Buffer.from(anki))
  expect(found).toContain('Die {{g1}} {{g2}}.')
  expect(found).toContain('"answers":[{"text":"Katze","fraction":1}],"tip":"Tier"')
  expect(await promptOf('mengen.txt', Buffer.from('{1, 2}\teine Menge\n{ }\tdie leere Menge\n'))).toContain(
    'flashcards',
  )
  expect(await promptOf('fragen.txt', Buffer.from('Rom?{=ja\t#richtig\n~nein}\n'))).toContain('choice')
})
