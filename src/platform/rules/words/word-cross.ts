import { numberedLetters, type Placed } from './word-grid.ts'

/** Words across and down, each but the first crossing another; what crosses nothing is left out. */
export function crossWords(words: readonly string[]): Placed[] {
  const [first, ...others] = numberedLetters(words).filter(({ letters }) => letters.length > 1)
  if (!first) return []
  const board = new Board([first, ...others].reduce((sum, { letters }) => sum + letters.length, 0))
  const placed: Placed[] = []
  const put = (word: number, letters: Uint16Array, place: Omit<Placed, 'word'>) => {
    board.put(letters, place)
    placed.push({ word, ...place })
  }
  put(first.word, first.letters, { x: 0, y: 0, dx: 1, dy: 0 })
  let waiting = others.map(({ word, letters }) => ({ word, letters, tried: newTried() }))
  for (let isChanged = true; isChanged; ) {
    const before = waiting.length
    waiting = waiting.filter(({ word, letters, tried }) => {
      const found = board.crossing(letters, tried)
      if (found) put(word, letters, found)
      return found === undefined
    })
    isChanged = waiting.length < before
  }
  const [left, top] = [Math.min(...placed.map(({ x }) => x)), Math.min(...placed.map(({ y }) => y))]
  return placed.map((each) => ({ ...each, x: each.x - left, y: each.y - top }))
}

/** Where a word was found not to fit: only what may become free, and cells that are new, have to be looked at again. */
interface Tried {
  /** So many cells were looked at. */
  cells: number
  /** Places that had something beside them, in the order in which they are looked at. */
  beside: Set<number>
}
const newTried = (): Tried => ({ cells: 0, beside: new Set() })

/** Whether a word can stand at a place: `never`, because what is in its way stays there. */
type Fit = 'fits' | 'beside' | 'never'

/** The cells of a crossword around the first one, as far as all of its words could reach. A place is a cell, twice, and 1: down. */
class Board {
  /** The numbers of letters; 0: nothing stands there. */
  private readonly letters: Uint16Array
  private readonly width: number
  private readonly middle: number
  /** Where letters stand, in the order in which they were put there. */
  private readonly cells: number[] = []

  constructor(reach: number) {
    this.middle = reach + 1
    this.width = 2 * this.middle + 1
    this.letters = new Uint16Array(this.width * this.width)
  }

  put(letters: Uint16Array, { x, y, dx, dy }: Omit<Placed, 'word'>): void {
    const start = (y + this.middle) * this.width + x + this.middle
    letters.forEach((letter, at) => {
      const cell = start + at * (dx + dy * this.width)
      if (this.letters[cell] === 0) this.cells.push(cell)
      this.letters[cell] = letter
    })
  }

  /** The first place at which a word crosses what stands there, by the order of cells, of its letters, across before down. */
  crossing(letters: Uint16Array, tried: Tried): Omit<Placed, 'word'> | undefined {
    for (const place of tried.beside) {
      const fit = this.fitAt(letters, place)
      if (fit === 'fits') return this.placeOf(place)
      if (fit === 'never') tried.beside.delete(place)
    }
    for (; tried.cells < this.cells.length; tried.cells += 1) {
      const found = this.crossingAt(this.cells[tried.cells] ?? 0, letters, tried.beside)
      if (found !== undefined) return this.placeOf(found)
    }
    return undefined
  }

  private crossingAt(cell: number, letters: Uint16Array, beside: Set<number>): number | undefined {
    const there = this.letters[cell]
    for (let index = 0; index < letters.length; index += 1) {
      if (letters[index] !== there) continue
      for (const down of [0, 1]) {
        const place = 2 * (cell - index * (down ? this.width : 1)) + down
        const fit = this.fitAt(letters, place)
        if (fit === 'fits') return place
        if (fit === 'beside') beside.add(place)
      }
    }
    return undefined
  }

  /** Cells are empty or hold the same letter, nothing touches the word but what it crosses. */
  private fitAt(letters: Uint16Array, place: number): Fit {
    const board = this.letters
    const [along, across] = place % 2 ? [this.width, 1] : [1, this.width]
    const start = place >> 1
    if (board[start - along] || board[start + along * letters.length]) return 'never'
    let isBeside = false
    for (let at = 0, cell = start; at < letters.length; at += 1, cell += along) {
      if (board[cell] !== 0) {
        if (board[cell] !== letters[at]) return 'never'
      } else if (board[cell + across] || board[cell - across]) isBeside = true
    }
    return isBeside ? 'beside' : 'fits'
  }

  private placeOf(place: number): Omit<Placed, 'word'> {
    const cell = place >> 1
    const [x, y] = [(cell % this.width) - this.middle, Math.floor(cell / this.width) - this.middle]
    return { x, y, dx: 1 - (place % 2), dy: place % 2 }
  }
}
