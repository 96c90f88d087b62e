/** Where reading is, and how many bytes may still be looked at: objects may overlap, and each is read on its own. */
export interface Reading {
  bytes: Buffer
  at: number
  work: { left: number }
}

/** What one object says of itself, however deep inside. */
export interface PdfObject {
  names: Set<string>
  /** Where the bytes of its stream begin. */
  streamAt: number | undefined
  /** The names after /Filter; undefined for one that stands elsewhere. */
  filters: string[] | undefined
  /** The number after /First; NaN for one that stands elsewhere. */
  first: number | undefined
}

export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork'
}

const blanks = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set([...'()<>[]{}/%'].map((sign) => sign.charCodeAt(0)))
const code = (sign: string) => sign.charCodeAt(0)
const [open, close, less, greater, slash, percent, backslash] = [...'()<>/%\\'].map(code)

/**
 * Reads an object (ISO 32000-1, 7.3) as far as its names: strings, comments and escapes are known, so that text about
 * scripts is no script and a script by another spelling is one. Ends with the object, or where its stream begins.
 * @throws TooMuchWork
 */
export function readObject(reading: Reading): PdfObject {
  const found: PdfObject = { names: new Set(), streamAt: undefined, filters: [], first: undefined }
  const values: Values = { key: '', isFilterList: false }
  let depth = 0
  for (let token = nextToken(reading); token !== ''; token = nextToken(reading)) {
    if (token === 'endobj') return found
    if (token === 'stream') return { ...found, streamAt: afterLineEnd(reading) }
    if (token === '<<' || token === '[') depth += 1
    if (token === '>>' || token === ']') depth -= 1
    if (token.startsWith('/')) found.names.add(token.slice(1))
    readFilter(token, values, found)
    readFirst(token, values, found)
    values.key = values.key === '/First' ? 'first' : token
    if (depth <= 0 && !/^\d/.test(token)) return withStream(reading, found)
  }
  return found
}

/** What the next token is the value of. */
interface Values {
  /** The token before; `first` after the number of /First. */
  key: string
  /** Inside the list after /Filter. */
  isFilterList: boolean
}

function readFilter(token: string, values: Values, found: PdfObject): void {
  if (values.isFilterList && token === ']') values.isFilterList = false
  if (!values.isFilterList && values.key !== '/Filter') return
  if (token.startsWith('/')) found.filters?.push(token.slice(1))
  else if (token === '[') values.isFilterList = true
  else if (token !== ']') found.filters = undefined
}

function readFirst(token: string, { key }: Values, found: PdfObject): void {
  // A number after it makes a reference of it.
  if (key === 'first' && /^\d/.test(token)) found.first = Number.NaN
  if (key === '/First') found.first = /^\d+$/.test(token) ? Number(token) : Number.NaN
}

/** The stream of a dictionary that has just ended. */
function withStream(reading: Reading, found: PdfObject): PdfObject {
  return nextToken(reading) === 'stream' ? { ...found, streamAt: afterLineEnd(reading) } : found
}

/** `/Name` (unescaped), `<<`, `>>`, `[`, `]`, a number or a word; strings are `(`; '' at the end. */
export function nextToken(reading: Reading): string {
  const { bytes } = reading
  skipBlanks(reading)
  const sign = bytes[reading.at]
  if (sign === undefined) return ''
  const start = step(reading)
  if (sign === open) return skipString(reading)
  if (sign === less && bytes[reading.at] !== less) {
    while (reading.at < bytes.length && bytes[reading.at] !== greater) step(reading)
    step(reading)
    return '('
  }
  if (sign === less || sign === greater) {
    if (bytes[reading.at] === sign) step(reading)
    return sign === less ? '<<' : '>>'
  }
  if (sign !== slash && delimiters.has(sign)) return String.fromCharCode(sign)
  for (let next = bytes[reading.at]; next !== undefined; next = bytes[reading.at]) {
    if (blanks.has(next) || delimiters.has(next)) break
    step(reading)
  }
  const word = bytes.toString('latin1', start, reading.at)
  return sign === slash ? unescaped(word) : word
}

function unescaped(name: string): string {
  return name.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function skipBlanks(reading: Reading): void {
  const { bytes } = reading
  for (let sign = bytes[reading.at]; sign !== undefined; sign = bytes[reading.at]) {
    if (sign === percent) {
      while (reading.at < bytes.length && bytes[reading.at] !== 10 && bytes[reading.at] !== 13) step(reading)
    } else if (blanks.has(sign)) step(reading)
    else return
  }
}

function skipString(reading: Reading): '(' {
  const { bytes } = reading
  for (let depth = 1; depth > 0 && reading.at < bytes.length; ) {
    const sign = bytes[step(reading)]
    if (sign === backslash) step(reading)
    else if (sign === open) depth += 1
    else if (sign === close) depth -= 1
  }
  return '('
}

/** After the keyword stands one line end, then the bytes. */
function afterLineEnd({ bytes, at }: Reading): number {
  if (bytes[at] === 13 && bytes[at + 1] === 10) return at + 2
  return bytes[at] === 13 || bytes[at] === 10 ? at + 1 : at
}

function step(reading: Reading): number {
  reading.work.left -= 1
  if (reading.work.left < 0) throw new TooMuchWork()
  return reading.at++
}
