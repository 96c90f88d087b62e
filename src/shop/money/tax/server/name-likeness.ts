import { toPlainLatin } from '#platform/routing/transliterate.ts'

/** What says how a business is organised, not which one it is; folded as names are. */
const legalForms = new Set(
  (
    'gmbh mbh ggmbh ug haftungsbeschrankt ag kg kgaa ohg gbr ek ekfr ev eg partg partgmbb stiftung inh inhaber inhaberin ' +
    'sarl sas sasu sa eurl sci scop snc selarl ei association asbl ' +
    'sl slu slne sll scp cb sau scoop sociedad limitada anonima ' +
    'srl srls spa sapa ss scarl ditta individuale impresa ' +
    'ltd limited plc llp lp inc cic company co ' +
    'ae epe ike oe ee mepe monoprosopi etairia anonimi ' +
    'bv nv vof ab oy oyj aps as sro spol kft zrt bt doo dd sp zoo sia uab ou firma societa societe gesellschaft ' +
    'mit beschrankter haftung und and et y e i kai the der die das la le el il'
  ).split(' '),
)

/** Latin letters without marks, in lower case, and one spelling where languages have two (ue for ü, ph for φ). */
function folded(text: string): string {
  return toPlainLatin(text.normalize('NFC'))
    .toLowerCase()
    .replace(/([aou])e/g, '$1')
    .replaceAll('ph', 'f')
    .replaceAll('y', 'i')
    .replaceAll('ch', 'h')
}

const foldedForms = new Set([...legalForms].map(folded))

/** The words that tell one business from another. "S.A.R.L." is one word. */
function wordsOf(name: string): string[] {
  const words = folded(name.replace(/(?<=\p{L})\.(?=\p{L}|\s|$)/gu, '')).match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !foldedForms.has(word))
  return telling.length > 0 ? telling : words
}

/** Equal, or one sign apart where that is a slip and no other word. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  if (Math.min(one.length, other.length) < 5 || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [restOne, restOther] = [one.slice(start), other.slice(start)]
  return (
    restOne.slice(1) === restOther.slice(1) ||
    restOne.slice(1) === restOther ||
    restOne === restOther.slice(1)
  )
}

function isAlike(one: string, other: string): boolean {
  const [ours, theirs] = [wordsOf(one), wordsOf(other)]
  if (ours.length === 0 || theirs.length === 0) return false
  // "Müller-Verlag" and "Muellerverlag".
  if (ours.join('') === theirs.join('')) return true
  const [fewer, more] = ours.length <= theirs.length ? [ours, theirs] : [theirs, ours]
  const same = fewer.filter((word) => more.some((each) => isSameWord(word, each)))
  return (
    same.some((word) => word.length > 2) &&
    same.length * 5 >= fewer.length * 3 &&
    same.length * 3 >= more.length
  )
}

/**
 * Whether the holder of a VAT number, as a register names them, is who somebody says to be: the organisation or the person.
 * Case, marks, Greek and Latin letters, legal forms, order of words and a slip do not count; of the shorter name three
 * words in five have to be there, and of the longer one a third. A register may name two (VIES: "legal name||trade name").
 * Rule of ours: the register's confirmation covers name and number (directive 2006/112/EC, article 138; German UStAE 18e.1).
 */
export function isNameAlike(registered: string, stated: readonly (string | null)[]): boolean {
  const names = registered.split('||').filter((name) => name.trim() !== '')
  return stated.some((one) => one !== null && names.some((name) => isAlike(name, one)))
}
