type Digits = readonly number[]

const digitsOf = (text: string): Digits => [...text].map(Number)
const weighted = (digits: Digits, weights: Digits): number =>
  weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0)
const last = (digits: Digits): number => digits.at(-1) ?? 0

/** Digits that were doubled count by the sum of their own digits. */
function luhn(digits: Digits): boolean {
  const sum = digits.toReversed().reduce((all, digit, index) => {
    const counted = index % 2 === 0 ? digit : digit * 2
    return all + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return sum % 10 === 0
}

/** ISO 7064, MOD 11,10. */
function mod11And10(digits: Digits): boolean {
  const product = digits.slice(0, -1).reduce((before, digit) => {
    const sum = (digit + before) % 10 || 10
    return (2 * sum) % 11
  }, 10)
  return (11 - product) % 10 === last(digits)
}

function bulgaria(digits: Digits): boolean {
  if (digits.length !== 9) return true
  const first = weighted(digits, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
  const check = first === 10 ? weighted(digits, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : first
  return check % 10 === last(digits)
}

function cyprus(text: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
  const sum = digitsOf(text.slice(0, 8)).reduce(
    (all, digit, index) => all + (index % 2 === 0 ? (odd[digit] ?? 0) : digit),
    0,
  )
  return text.charAt(8) === String.fromCharCode(65 + (sum % 26))
}

function czechia(digits: Digits): boolean {
  if (digits.length !== 8) return true
  return (11 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === last(digits)
}

const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'

function spain(text: string): boolean {
  const person = /^([0-9XYZ])(\d{7})([A-Z])$/.exec(text)
  if (person) {
    const [, first = '', rest = '', letter] = person
    const number = Number(`${'XYZ'.includes(first) ? 'XYZ'.indexOf(first) : first}${rest}`)
    return spanishLetters[number % 23] === letter
  }
  const company = /^[ABCDEFGHJNPQRSUVW](\d{7})([0-9A-J])$/.exec(text)
  if (!company) return /^[KLMX]/.test(text)
  const sum = digitsOf(company[1] ?? '').reduce((all, digit, index) => {
    const counted = index % 2 === 0 ? digit * 2 : digit
    return all + (counted > 9 ? counted - 9 : counted)
  }, 0)
  const check = (10 - (sum % 10)) % 10
  return company[2] === String(check) || company[2] === 'JABCDEFGHI'[check]
}

/** Old keys may hold letters, which nobody can check. */
function france(text: string): boolean {
  const key = text.slice(0, 2)
  return !/^\d\d$/.test(key) || (12 + 3 * (Number(text.slice(2)) % 97)) % 97 === Number(key)
}

function britain(text: string): boolean {
  const digits = digitsOf(text.slice(0, 9))
  if (!/^\d{9}(\d{3})?$/.test(text)) return true
  const sum = weighted(digits, [8, 7, 6, 5, 4, 3, 2, 10, 1])
  return sum % 97 === 0 || (sum + 55) % 97 === 0
}

function ireland(text: string): boolean {
  const now = /^(\d{7})([A-W])([A-I]?)$/.exec(text)
  if (!now) return true
  const [, number = '', letter, extra = ''] = now
  const sum = weighted(digitsOf(number), [8, 7, 6, 5, 4, 3, 2])
  const added = extra === '' ? 0 : (extra.charCodeAt(0) - 64) * 9
  return 'WABCDEFGHIJKLMNOPQRSTUV'[(sum + added) % 23] === letter
}

function lithuania(digits: Digits): boolean {
  if (digits.length !== 9) return true
  const first = weighted(digits, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
  const check = first === 10 ? weighted(digits, [3, 4, 5, 6, 7, 8, 9, 1]) % 11 : first
  return check % 10 === last(digits)
}

/** A person's number begins with their birthday and is not checked. */
function latvia(digits: Digits): boolean {
  if ((digits[0] ?? 0) < 4) return true
  const rest = 3 - (weighted(digits, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6]) % 11)
  return (rest < -1 ? rest + 11 : rest === -1 ? 9 : rest) === last(digits)
}

/** A company's number (mod 11) or, since 2020, a sole trader's (ISO 7064, MOD 97 over the whole text). */
function netherlands(text: string): boolean {
  const digits = /^(\d{9})B\d\d$/.exec(text)?.[1]
  if (digits && weighted(digitsOf(digits), [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(digits[8])) return true
  const values = [...`NL${text}`].map((sign) => {
    if (sign === '+') return 36
    return sign === '*' ? 37 : Number.parseInt(sign, 36)
  })
  return BigInt(values.join('')) % 97n === 1n
}

function romania(text: string): boolean {
  const digits = digitsOf(text.padStart(10, '0'))
  return ((weighted(digits, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === last(digits)
}

function austria(text: string): boolean {
  const digits = digitsOf(text.slice(1))
  const sum = digits.slice(0, 7).reduce((all, digit, index) => {
    const counted = index % 2 === 1 ? digit * 2 : digit
    return all + (counted > 9 ? counted - 9 : counted)
  }, 4)
  return (10 - (sum % 10)) % 10 === last(digits)
}

const elevens = (weights: Digits) => (text: string) => weighted(digitsOf(text), weights) % 11 === 0
const byDigits = (check: (digits: Digits) => boolean) => (text: string) => check(digitsOf(text))

/**
 * Check digits by country, over what stands behind its letters: each as the country publishes it (VIES FAQ, "What is the
 * format of a VAT number", and the national registers). A number whose kind has no published check passes.
 */
export const vatIdChecks: Readonly<Record<string, (text: string) => boolean>> = {
  AT: austria,
  BE: (text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8)),
  BG: byDigits(bulgaria),
  CY: cyprus,
  CZ: byDigits(czechia),
  DE: byDigits(mod11And10),
  DK: elevens([2, 7, 6, 5, 4, 3, 2, 1]),
  EE: (text) => weighted(digitsOf(text), [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  EL: (text) =>
    (weighted(digitsOf(text), [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(text.charAt(8)),
  ES: spain,
  FI: elevens([7, 9, 10, 5, 8, 4, 2, 1]),
  FR: france,
  GB: britain,
  HR: byDigits(mod11And10),
  HU: (text) => weighted(digitsOf(text), [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  IE: ireland,
  IT: byDigits(luhn),
  LT: byDigits(lithuania),
  LU: (text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6)),
  LV: byDigits(latvia),
  MT: (text) => 37 - (weighted(digitsOf(text), [3, 4, 6, 7, 8, 9]) % 37) === Number(text.slice(6)),
  NL: netherlands,
  PL: (text) => weighted(digitsOf(text), [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(text.charAt(9)),
  PT: (text) => {
    const check = 11 - (weighted(digitsOf(text), [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
    return (check > 9 ? 0 : check) === Number(text.charAt(8))
  },
  RO: romania,
  SE: (text) => luhn(digitsOf(text.slice(0, 10))),
  SI: (text) => {
    const check = 11 - (weighted(digitsOf(text), [8, 7, 6, 5, 4, 3, 2]) % 11)
    return check % 10 === Number(text.charAt(7))
  },
  SK: (text) => Number(text) % 11 === 0,
  CHE: (text) =>
    (11 - (weighted(digitsOf(text), [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(text.charAt(8)),
  NO: (text) =>
    (11 - (weighted(digitsOf(text), [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(text.charAt(8)),
}
