/** Greek in Latin letters after ELOT 743 (ISO 843 type 2), for lower-case text in NFC. */

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

/** Replaces the Greek letters of a text; everything else stays as it is. */
export function transliterateGreek(text: string): string {
  if (!/[\u0370-\u03ff\u1f00-\u1fff]/.test(text)) return text
  return monotonic(text)
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
