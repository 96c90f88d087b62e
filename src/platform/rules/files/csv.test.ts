import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCsv, unmarked, writeCsv } from './csv.ts'

const cellsOf = (text: string) => Array.from(readCsv(text), ({ cells }) => cells.map(unmarked))

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
    const linesOf = (text: string) => Array.from(readCsv(text), ({ line }) => line)
    expect(linesOf('id;text\n1;"zwei\nZeilen"\n\n ; \n2;x')).toEqual([1, 2, 6])
    expect(linesOf('sep=,\r\nid,text\r\n1,x')).toEqual([2, 3])
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
    fc.assert(fc.property(fc.string(), (text) => cellsOf(text).length <= text.length + 1))
  })

  test.each([
    ['sep=|\na|b,c', [['a', 'b,c']]],
    ['sep=.\na.b', [['a', 'b']]],
    ['sep=^\na^b', [['a', 'b']]],
    ['"sep=\t"\na\tb;c', [['a', 'b;c']]],
    ['sep="\nid,x', [['sep="'], ['id', 'x']]],
    ['#separator:pipe\nHund|dog', [['#separator:pipe'], ['Hund', 'dog']]],
    ['#separator:Semicolon\nHund, der;dog', [['#separator:Semicolon'], ['Hund, der', 'dog']]],
    [
      'Hund, der\tdog\nKatze, die\tcat',
      [
        ['Hund, der', 'dog'],
        ['Katze, die', 'cat'],
      ],
    ],
    [
      'id;"a,b,c,d"\n1;x',
      [
        ['id', 'a,b,c,d'],
        ['1', 'x'],
      ],
    ],
    [
      'id;text\n1;"a\tb"\n2;"c\td"',
      [
        ['id', 'text'],
        ['1', 'a\tb'],
        ['2', 'c\td'],
      ],
    ],
  ])('what parts the cells of %j', (text, rows) => expect(cellsOf(text)).toEqual(rows))

  test('where one column shows nothing, its reader knows', () => {
    const rows = (otherwise: ';' | ',') =>
      Array.from(readCsv('title\nHund, Katze', otherwise), ({ cells }) => cells)
    expect(rows(';')).toEqual([['title'], ['Hund, Katze']])
    expect(rows(',')).toEqual([['title'], ['Hund', ' Katze']])
  })

  test('D2 80: no cell is a formula', () => {
    expect(writeCsv([['=1+1', '-5,00', '@x']]).toString()).toContain(`"'=1+1";"-5,00";"'@x"`)
  })
})
