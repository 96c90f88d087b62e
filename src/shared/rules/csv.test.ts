import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCsv, writeCsv } from './csv.ts'

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells)

describe('tables for spreadsheets', () => {
  test('what is written is read again, whatever stands in it', () => {
    const cell = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !text.startsWith("'") && !text.includes('\0'))
    const row = fc.tuple(fc.constantFrom('a', 'b'), cell, cell)
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        expect(cellsOf(writeCsv(rows).toString())).toEqual(rows)
      }),
    )
  })

  test('commas, tabs and bare cells are read, too; lines keep their number', () => {
    expect(cellsOf('id,title\n1,"Brüche, gemischt"\n')).toEqual([
      ['id', 'title'],
      ['1', 'Brüche, gemischt'],
    ])
    expect(cellsOf('id\ttitle\r\n2\tWinkel')).toEqual([
      ['id', 'title'],
      ['2', 'Winkel'],
    ])
    expect(readCsv('id;text\n1;"zwei\nZeilen"\n\n2;x').map(({ line }) => line)).toEqual([1, 2, 5])
  })

  test('a quote that is out of place loses no line', () => {
    expect(cellsOf('id;title\n1;"Brüche" gemischt\n2;3" Nägel\n3;Winkel')).toEqual([
      ['id', 'title'],
      ['1', 'Brüche gemischt'],
      ['2', '3" Nägel'],
      ['3', 'Winkel'],
    ])
    expect(cellsOf('id;title\n1;"Brüche\n2;Winkel')).toEqual([
      ['id', 'title'],
      ['1', 'Brüche\n2;Winkel'],
    ])
  })

  test('a long cell of quotes is read in one go', () => {
    const cell = '"Wort" '.repeat(200_000).trim()
    expect(cellsOf(writeCsv([['1', cell]]).toString())).toEqual([['1', cell]])
  })

  test('whatever comes in, reading ends', () => {
    fc.assert(fc.property(fc.string(), (text) => readCsv(text).length <= text.length + 1))
  })

  test('D2 80: no cell is a formula', () => {
    expect(writeCsv([['=1+1', '-5,00', '@x']]).toString()).toContain(`"'=1+1";"-5,00";"'@x"`)
  })
})
