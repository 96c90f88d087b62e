import { type DosLabel, dosText } from './dos-tables.ts'

/** How people's programs write text that is not Unicode, and in which languages; the first that fits as well as another one is taken. */
const encodings: readonly { label: string; languages: readonly string[] }[] = [
  { label: 'windows-1252', languages: ['de', 'fr', 'es', 'it', 'pt', 'sv', 'is', 'nl'] },
  { label: 'iso-8859-15', languages: ['de', 'fr', 'es', 'it', 'pt', 'sv', 'is', 'nl'] },
  { label: 'windows-1253', languages: ['el'] },
  { label: 'iso-8859-7', languages: ['el'] },
  { label: 'windows-1250', languages: ['pl', 'cs', 'sk', 'hu', 'ro', 'hr'] },
  { label: 'iso-8859-2', languages: ['pl', 'cs', 'sk', 'hu', 'ro', 'hr'] },
  { label: 'windows-1254', languages: ['tr'] },
  { label: 'windows-1257', languages: ['lt', 'lv', 'et'] },
  { label: 'windows-1251', languages: ['ru', 'uk', 'sr'] },
  { label: 'windows-1255', languages: ['he'] },
  { label: 'windows-1256', languages: ['ar', 'fa'] },
  // Excel for Mac, and Excel where "MS-DOS" is chosen.
  { label: 'macintosh', languages: ['de', 'fr', 'es', 'it', 'pt', 'sv', 'nl'] },
  { label: 'ibm850', languages: ['de', 'fr', 'es', 'it', 'pt', 'sv', 'nl'] },
  { label: 'ibm737', languages: ['el'] },
  { label: 'iso-8859-13', languages: ['lt', 'lv', 'et'] },
  { label: 'koi8-u', languages: ['ru', 'uk'] },
]

/** What people have to choose: one sign alone, as that of the euro, is none of them. */
const rare: ReadonlySet<string> = new Set(['macintosh', 'ibm850', 'ibm737', 'iso-8859-13', 'koi8-u'])

/** The letters beside a to z of each language; those of other alphabets by how often they are written. */
const letters: Readonly<Record<string, string>> = {
  de: 'äöüß',
  fr: 'éèàêçùâîôûëïœæüÿ',
  es: 'óáíéúñüª',
  it: 'àèéòìùîºª',
  pt: 'ãçáéêíóôõúâà',
  sv: 'åäöøæé',
  is: 'áðéíóúýþæö',
  nl: 'ëéïöüè',
  pl: 'łążęóśćźń',
  cs: 'áíéěřčžšýůúťďňó',
  sk: 'áíéčžšýúľťôďňóäĺŕ',
  hu: 'áéöóőüűíú',
  ro: 'ăâîșțşţ',
  hr: 'čšžćđ',
  tr: 'ıüşğçöiâî',
  lt: 'ėąčęįšųūž',
  lv: 'āīšēņļūžčķģ',
  et: 'äõüöšž',
  el: 'αοιετσνηυρπκμλςόάίγέδήωχύθφβώξζψϊ',
  ru: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
  uk: 'оаниітевсркулдмпяьзйгбчхюцжшїєщф',
  sr: 'аоиенсртјукдвлпмгзбшхчцжфћњђљџ',
  he: 'יוהלאמתרבשנכדםפעחקסגטזןצךףץ',
  ar: 'اليمنوتربةعدسفحقكهجشطصخأذضزثئىءغظإآؤ',
  fa: 'ایرنمدوهتسبشکگزعخپچقفجحلآصطضژثغذظ',
}
const alphabets: ReadonlySet<string> = new Set(['el', 'ru', 'uk', 'sr', 'he', 'ar', 'fa'])

const mostWindows = 4000
const windowBytes = 24

/**
 * The text of a file whose encoding nobody says: by its byte order mark or its zeros (UTF-16), as UTF-8, by its XML declaration, else in
 * the encoding whose text reads most like a language. `language`: the one of its world (ISO 639-1), which decides where
 * several fit.
 */
export function textOfBytes(bytes: Uint8Array, language = 'de'): string {
  const marked = markedEncoding(bytes) ?? unmarkedUtf16(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodedAs(bytes, declaredEncoding(bytes) ?? likeliestEncoding(bytes, language))
  }
}

function markedEncoding([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : undefined
}

/** UTF-16 without a mark: blanks, digits and Latin letters have a zero in each pair, always on the same side. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 4000)
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [first = 0, second = 0] = zeros
  // Greek pairs have a zero only in blanks and signs: one pair in sixteen is enough, none may be on the other side.
  const few = head.length / 32
  if (second > few && first * 20 < second) return 'utf-16le'
  return first > few && second * 20 < first ? 'utf-16be' : undefined
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const label = /^\s*<\?xml[^>]*\sencoding=["']([A-Za-z0-9._-]{1,40})["']/.exec(head)?.[1]
  try {
    return label && new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

function likeliestEncoding(bytes: Uint8Array, language: string): string {
  const sample = sampleOf(bytes)
  let best = { label: 'windows-1252', score: Number.NEGATIVE_INFINITY }
  for (const { label, languages } of encodings) {
    const text = strictlyDecoded(sample, label)
    if (text === undefined) continue
    for (const each of languages) {
      const expected = each === language ? 0.5 : 0
      const score =
        likeness(text, each) * (each === language ? 1.1 : 1) + expected - (rare.has(label) ? 2 : 0)
      if (score > best.score) best = { label, score }
    }
  }
  return best.label
}

/** The words that have other signs than ASCII, with what stands around them: nothing else tells encodings apart. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const parts: number[] = []
  let windows = 0
  for (let at = 0; at < bytes.length && windows < mostWindows; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue
    let start = at
    while (start > 0 && at - start < windowBytes && !isBlank(bytes[start - 1])) start -= 1
    let end = at
    while (end < bytes.length && end - at < windowBytes && !isBlank(bytes[end])) end += 1
    parts.push(...bytes.subarray(start, end), 0x0a)
    windows += 1
    at = end
  }
  return Uint8Array.from(parts)
}

function isBlank(byte: number | undefined): boolean {
  return byte === undefined || byte <= 0x20
}

function decodedAs(bytes: Uint8Array, label: string): string {
  return isDos(label) ? dosText(bytes, label) : new TextDecoder(label).decode(bytes)
}

function isDos(label: string): label is DosLabel {
  return label === 'ibm850' || label === 'ibm737'
}

function strictlyDecoded(bytes: Uint8Array, label: string): string | undefined {
  if (isDos(label)) return dosText(bytes, label)
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Signs that stand at no letter in any language; others only between two letters. */
const oddAtLetters = /[¤¦¨¬¯¶¸]\p{L}|\p{L}[¤¦¨¬¯¶¸]|\p{L}[¡-¿×÷‚-›†-‰™˘˙˝](?=\p{L})/gu
const controls = /[\u0080-\u009f\ufffd]/g
const typography = /[„“”–—…€’«»‘‚]/g
const allWords = /[\p{L}\p{M}]+/gu

/** How much a text reads like one of a language: more for each letter it has, less for what no program would have written. */
function likeness(text: string, language: string): number {
  const own = letters[language] ?? ''
  const hasAlphabet = alphabets.has(language)
  let score = 0.3 * countOf(text, typography) - 5 * countOf(text, controls) - 2 * countOf(text, oddAtLetters)
  // An apostrophe in front of a small letter is rather a letter of another table.
  score -= 0.5 * countOf(text, /(?<![\p{L}\p{N}])[’‘]\p{Ll}/gu)
  for (const [word] of text.matchAll(allWords)) {
    const others = [...word].filter((sign) => sign > '\u007f')
    if (others.length === 0) continue
    // Half of a word in letters of another alphabet, or many marked letters in a Latin one.
    if (hasAlphabet && others.length < [...word].length) score -= 3
    if (!hasAlphabet && others.length > 2 && others.length * 2 > word.length) score -= others.length
    score -= 2 * countOf(word, /\p{Ll}\p{Lu}/gu)
    for (const sign of others) {
      const rank = own.indexOf(sign.toLowerCase())
      if (rank < 0) score -= 1
      else score += hasAlphabet ? 1 - rank / own.length : 1
    }
  }
  return score
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
