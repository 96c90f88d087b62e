/*
 * Any text in the letters a to z: Greek after ELOT 743 (ISO 843 type 2), other letters by their base letter, as slugs and the
 * files for banks need it (EPC217-08: a name is compared in Latin letters without marks, so ü is u).
 */

const letters: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
  ά: 'a',
  έ: 'e',
  ή: 'i',
  ί: 'i',
  ό: 'o',
  ύ: 'y',
  ώ: 'o',
  ϊ: 'i',
  ϋ: 'y',
  ΐ: 'i',
  ΰ: 'y',
}

const nasals: Readonly<Record<string, string>> = { γγ: 'ng', γξ: 'nx', γχ: 'nch' }

/** What makes the υ of αυ, ευ, ηυ sound as v. Before anything else, and at the end, it is f. */
const voiced = 'αάβγδεέζηήιίϊΐλμνοόρυύϋΰωώ'

/** A vowel that carries its own accent (άυλος) or a diaeresis on the υ (πραΰς) forms no pair with it. */
const pairs = /(ου|ού)|([αεη])([υύ])(?=(.?))|γ[γξχ]|(?<!\p{L})μπ|μπ(?!\p{L})/gsu

/** Letters that Unicode does not decompose into a base letter and a mark. */
const singles: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/** A text with every letter of Greek or with a mark in a to z, A to Z; signs and other scripts stay. */
export function toPlainLatin(text: string): string {
  return transliterateGreek(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłþı]/gi, (letter) => inCaseOf(letter, singles[letter.toLowerCase()] ?? letter))
}

/** Replaces the Greek words of a text, in their case; everything else stays as it is. */
function transliterateGreek(text: string): string {
  if (!/[\u0370-\u03ff\u1f00-\u1fff]/.test(text)) return text
  return monotonic(text).replace(/[\u0370-\u03ff]+/g, (word) => inCaseOf(word, inLatin(word.toLowerCase())))
}

/** In capitals throughout, with one at the beginning, or as it is: as the word it comes from. */
function inCaseOf(word: string, latin: string): string {
  if (word === word.toLowerCase()) return latin
  const isAllCapital = word.length > 1 && word === word.toUpperCase()
  return isAllCapital ? latin.toUpperCase() : latin.charAt(0).toUpperCase() + latin.slice(1)
}

/** A word of lower-case Greek in NFC. */
function inLatin(word: string): string {
  return word
    .replace(
      pairs,
      (match, ou: string | undefined, vowel: string | undefined, _y, next: string | undefined) => {
        if (ou) return 'ou'
        if (vowel) return (letters[vowel] ?? '') + (next && voiced.includes(next) ? 'v' : 'f')
        return nasals[match] ?? 'b'
      },
    )
    .replace(/[\u0370-\u03ff]/g, (letter) => letters[letter] ?? letter)
}

/** Polytonic accents become the one modern accent; the diaeresis stays. */
function monotonic(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300\u0342]/g, '\u0301')
    .replace(/[\u0313\u0314\u0345]/g, '')
    .normalize('NFC')
}
