import { expect, test } from 'vitest'
import { type DosLabel, dosText } from './dos-tables.ts'
import { textOfBytes } from './text-encoding.ts'

/** Texts of teachers, and in which encodings their programs may have written them. */
const texts = {
  de: 'title;price\r\nGrößen für Schüler – Übung;2,50\r\nLäufe und „Flüsse“;3,00\r\n',
  fr: 'titre;prix\r\nExercices d’été : forêt, élève, où;2,50\r\nLe cœur français;1,00\r\n',
  es: 'título;precio\r\n¿Cuántos años tienes? Español – niños;2,50\r\n',
  it: 'titolo;prezzo\r\nAttività per la città: perché è così;2,50\r\n',
  el: 'title;price\r\nΆσκηση για την Ε΄ τάξη: φύλλα εργασίας;2,50\r\nΠαιχνίδι με λέξεις;1,00\r\n',
  pl: 'tytuł;cena\r\nĆwiczenia dla uczniów: źdźbło, żaba, gęś, łąka;2,50\r\n',
  cs: 'název;cena\r\nPracovní list pro žáky: Příliš žluťoučký kůň;2,50\r\n',
  tr: 'başlık;fiyat\r\nÖğrenciler için alıştırma: ağaç, ışık, gülüş;2,50\r\n',
  lt: 'pavadinimas;kaina\r\nUžduotys mokiniams: ąžuolas, ėjo, žąsis, šuo;2,50\r\n',
  ru: 'название;цена\r\nУпражнения для учеников: моя семья и я;2,50\r\n',
  he: 'שם;מחיר\r\nדפי עבודה לתלמידים בכיתה ראשונה;2,50\r\n',
  ar: 'عنوان;سعر\r\nتمارين للتلاميذ في الصف الأول;2,50\r\n',
} as const

/** Bytes of a text in an encoding of one byte a sign, by reading all 256 of them. */
function encoded(text: string, label: string): Uint8Array {
  const table = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, at) => at))
  return Uint8Array.from(text, (sign) => {
    const byte = table.indexOf(sign)
    if (byte < 0) throw new Error(`${label} has no ${sign}`)
    return byte
  })
}
const plain = (text: string) => text.replace(/[–„“’]/g, '-')

test.each([
  ['de', 'windows-1252', 'de'],
  ['fr', 'windows-1252', 'fr'],
  ['fr', 'windows-1252', 'de'],
  ['es', 'windows-1252', 'es'],
  ['it', 'windows-1252', 'it'],
  ['el', 'windows-1253', 'el'],
  ['el', 'windows-1253', 'de'],
  ['pl', 'windows-1250', 'de'],
  ['cs', 'windows-1250', 'de'],
  ['tr', 'windows-1254', 'de'],
  ['lt', 'windows-1257', 'en'],
  ['ru', 'windows-1251', 'de'],
  ['he', 'windows-1255', 'en'],
  ['ar', 'windows-1256', 'fr'],
] as const)('a %s table in %s brought to the world of %s', (language, label, world) => {
  expect(textOfBytes(encoded(texts[language], label), world)).toBe(texts[language])
})

test.each([
  ['de', 'iso-8859-15', 'de'],
  ['fr', 'iso-8859-15', 'fr'],
  ['es', 'iso-8859-15', 'es'],
  ['el', 'iso-8859-7', 'el'],
  ['el', 'iso-8859-7', 'en'],
  ['pl', 'iso-8859-2', 'de'],
  ['cs', 'iso-8859-2', 'en'],
  ['tr', 'windows-1254', 'el'],
] as const)('a %s table in %s (ISO) brought to the world of %s', (language, label, world) => {
  expect(textOfBytes(encoded(plain(texts[language]), label), world)).toBe(plain(texts[language]))
})

/** The same of DOS, which no decoder of the web knows. */
const tableOf = (label: DosLabel) =>
  dosText(
    Uint8Array.from({ length: 256 }, (_, at) => at),
    label,
  )

test.each([
  ['de', 'macintosh', 'de'],
  ['fr', 'macintosh', 'fr'],
  ['fr', 'macintosh', 'de'],
  ['es', 'macintosh', 'es'],
  ['it', 'macintosh', 'en'],
  ['lt', 'iso-8859-13', 'de'],
  ['ru', 'koi8-u', 'de'],
] as const)('a %s table in %s (a Mac, ISO) brought to the world of %s', (language, label, world) => {
  expect(textOfBytes(encoded(plain(texts[language]), label), world)).toBe(plain(texts[language]))
})

test.each([
  ['de', 'ibm850', 'de'],
  ['fr', 'ibm850', 'fr'],
  ['es', 'ibm850', 'de'],
  ['it', 'ibm850', 'it'],
  ['el', 'ibm737', 'el'],
  ['el', 'ibm737', 'de'],
] as const)('a %s table in %s (DOS) brought to the world of %s', (language, label, world) => {
  const table = tableOf(label)
  const text = [...plain(texts[language])].filter((sign) => table.includes(sign)).join('')
  const bytes = Uint8Array.from(text, (sign) => table.indexOf(sign))
  expect(textOfBytes(bytes, world)).toBe(text)
})

test.each(Object.entries(texts))('%s in every form of Unicode', (_, text) => {
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()
  expect(textOfBytes(Buffer.from(text))).toBe(text)
  expect(textOfBytes(Buffer.from(`\ufeff${text}`))).toBe(text)
  expect(textOfBytes(little)).toBe(text)
  expect(textOfBytes(big)).toBe(text)
  expect(textOfBytes(Buffer.concat([Buffer.from([0xff, 0xfe]), little]))).toBe(text)
  expect(textOfBytes(Buffer.concat([Buffer.from([0xfe, 0xff]), big]))).toBe(text)
})

test('one word is enough where the world says what to expect', () => {
  expect(textOfBytes(encoded('Übung', 'windows-1252'), 'de')).toBe('Übung')
  expect(textOfBytes(encoded('élève', 'windows-1252'), 'fr')).toBe('élève')
  expect(textOfBytes(encoded('Άσκηση', 'windows-1253'), 'el')).toBe('Άσκηση')
  expect(textOfBytes(encoded('Άσκηση', 'iso-8859-7'), 'el')).toBe('Άσκηση')
  expect(textOfBytes(encoded('5 €', 'windows-1252'), 'de')).toBe('5 €')
  expect(textOfBytes(encoded('5 €', 'windows-1252'), 'el')).toBe('5 €')
})

test('a declaration of XML is believed', () => {
  const xml = '<?xml version="1.0" encoding="windows-1251"?><quiz>моя</quiz>'
  expect(textOfBytes(encoded(xml, 'windows-1251'), 'el')).toBe(xml)
})

test('a large table takes no time', () => {
  const bytes = encoded(texts.de.repeat(30_000), 'windows-1252')
  const start = performance.now()
  textOfBytes(bytes, 'de')
  expect(performance.now() - start).toBeLessThan(2000)
})
