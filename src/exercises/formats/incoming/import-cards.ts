import { cleanHtml, textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import type { MarkedGap, MarkedText } from '#exercises/model/text/gap-markup.ts'
import { htmlOfText } from '#exercises/model/text/rich-text.ts'
import type { ImportRefusal } from './import-report.ts'
import { isHeadOfPairs } from './import-sheet.ts'
import { Collector, type Imported } from './imported.ts'

type Row = readonly string[]

/** What Anki says of its file in the first lines: which columns are no side of a card. */
const aboutFile = /^#\s*(separator|html|tags|columns|notetype|deck|guid)\b[^:]*?:?/i
const perElement = 100

/** The fronts and backs of cards (Quizlet, Anki). */
export function importCards(
  all: readonly Row[],
  title: string,
  found = new Collector(),
): Imported | ImportRefusal {
  const about = all.filter(([first = '']) => aboutFile.test(first))
  const isAnki = about.length > 0
  const others = new Set(about.flatMap(([first = '']) => placeNamedIn(first)))
  const lines = all.filter(([first = '']) => !aboutFile.test(first))
  const notes = lines.filter((row, at) => at > 0 || !isHeadOfPairs(row))
  const gapTexts = notes.filter((row) => row.some((cell) => cloze.test(cell)))
  const rows = notes
    .filter((row) => !gapTexts.includes(row))
    .map((row) => row.filter((_cell, at) => !others.has(at)))
    // Without a word of Anki's, its tags stand behind both sides.
    .map((row) => (isAnki && others.size === 0 ? row.slice(0, 2) : row))
  const isPair = (row: Row) => row.length >= 2 && row.slice(0, 2).every((cell) => cell.trim() !== '')
  const pairs = rows.filter(isPair)
  if (pairs.length + gapTexts.length === 0 || pairs.length < rows.length / 2) return 'unknown_format'
  const wide = pairs.filter((row) => row.slice(2).some((cell) => cell.trim() !== ''))
  // A table of something else, not of cards.
  if (!isAnki && wide.length > pairs.length / 2) return 'unknown_format'
  for (const row of gapTexts) takeCloze(found, row.find((cell) => cloze.test(cell)) ?? '', isAnki)
  for (let from = 0; from < pairs.length; from += perElement) {
    const some = pairs.slice(from, from + perElement)
    const cards = some.map(([front = '', back = '']) => ({
      front: wordsOf(front, isAnki),
      back: wordsOf(back, isAnki),
      tip: '',
    }))
    const hasMedia = isAnki && some.some((row) => row.some((cell) => /<img\b|\[sound:/i.test(cell)))
    const lost = hasMedia ? 'media' : some.some((row) => wide.includes(row)) ? 'settings' : undefined
    found.take(
      'flashcards',
      {
        prompt: '',
        data: { cards: cards.filter(isWhole), isTyped: false },
        ...(lost && { simplified: lost }),
      },
      title,
    )
    for (const [at, card] of cards.entries()) if (!isWhole(card)) found.skip(some[at]?.[0] ?? '', 'media')
  }
  for (const row of rows) if (!isPair(row)) found.skip(row.find((cell) => cell !== '') ?? '', 'incomplete')
  return found.finish(title)
}

/** Words left out of a sentence, as Anki writes them, each perhaps with a hint. */
const cloze = /\{\{c\d{1,3}::[^{}]+\}\}/

function takeCloze(found: Collector, cell: string, isHtml: boolean): void {
  const { html, gaps } = gapsOfCloze(isHtml ? cleanHtml(cell) : htmlOfText(cell))
  const hasMedia = /<img\b|\[sound:/i.test(cell)
  found.take(
    'gap_text',
    {
      prompt: '',
      data: { html, gaps, caseSensitive: false, acceptTypos: false },
      ...(hasMedia && { simplified: 'media' as const }),
    },
    textOfForeignHtml(html.replace(/\{\{g\d+\}\}/g, '…')),
  )
}

function gapsOfCloze(source: string): MarkedText {
  const gaps: Record<string, MarkedGap> = {}
  let count = 0
  const html = source
    .replace(/\[sound:[^\]]{0,300}\]/g, '')
    .replace(/\{\{c\d{1,3}::([^{}]+)\}\}/g, (_whole, inner: string) => {
      const [answer = '', tip = ''] = inner.split('::')
      count += 1
      gaps[`g${count}`] = {
        answers: [{ text: textOfForeignHtml(answer), fraction: 1 }],
        tip: textOfForeignHtml(tip),
      }
      return `{{g${count}}}`
    })
  return { html, gaps }
}

const isWhole = ({ front, back }: { front: string; back: string }) => front !== '' && back !== ''

/** `#tags column:3` means the third. */
function placeNamedIn(line: string): number[] {
  const number = /column:\s*(\d{1,3})/i.exec(line)?.[1]
  return number === undefined ? [] : [Number(number) - 1]
}

function wordsOf(cell: string, isHtml: boolean): string {
  const text = isHtml ? textOfForeignHtml(cell.replace(/\[sound:[^\]]{0,300}\]/g, '')) : cell
  return text.replace(/\s*\n\s*/g, ' / ').trim()
}
