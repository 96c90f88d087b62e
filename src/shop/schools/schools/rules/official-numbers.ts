import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** Letters of a French UAI number: the seven digits modulo 23 say which one ends it. */
const uaiLetters = 'ABCDEFGHJKLMNPRSTUVWXYZ'

/** What the ministry, region or Land of a world's country numbers its schools with. */
const forms: Readonly<Record<LiveWorldCode, (number: string) => boolean>> = {
  // Each Land has its own: four to eight digits, in Berlin two digits, a letter, two digits.
  de: (number) => /^(?:\d{4,8}|\d{2}[A-Z]\d{2})$/.test(number),
  // Two digits of the province (01 to 52), six more.
  es: (number) => /^(?:0[1-9]|[1-4]\d|5[0-2])\d{6}$/.test(number),
  fr: (number) => /^\d{7}[A-Z]$/.test(number) && uaiLetters[Number(number.slice(0, 7)) % 23] === number[7],
  gr: (number) => /^\d{7}$/.test(number),
  // Codice meccanografico: province, kind of school, six signs.
  it: (number) => /^[A-Z]{4}[A-Z0-9]{6}$/.test(number),
  // Unique reference number of the Department for Education.
  en: (number) => /^\d{6}$/.test(number),
}

/**
 * A school's official number as it is stored: capitals and digits, without what people put between them. Undefined: no school of this
 * world's country has such a number.
 */
export function officialNumber(world: LiveWorldCode, typed: string): string | undefined {
  const number = typed.toUpperCase().replaceAll(/[\s./-]/g, '')
  return forms[world](number) ? number : undefined
}
