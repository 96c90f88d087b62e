import { cleanText } from './clean-text.ts'
import { latinTwins } from './look-alikes.ts'

/** A code as people copy it out of a letter or a mail: one line, in plain signs, without quotes around it. */
const quotes = /^[\s"'`´‘’‚‛“”„‟‹›«»「」]+|[\s"'`´‘’‚‛“”„‟‹›«»「」]+$/g
/** Every dash, the minus and the bullet that is one: NFKC leaves them apart. */
const dashes = /[\p{Pd}\u2212\u2043\u02d7\u00af]/gu
/** Signs that show nothing: a pasted code has no emoji and no joined letters, so none of them means anything. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * A line of plain signs (e-mail, account number, code, postcode) as it is pasted: full width letters and digits become plain (NFKC),
 * every dash is `-`, blanks are one blank, signs that show nothing and quotes around it are gone.
 */
export function asPasted(text = ''): string {
  return cleanText(text)
    .replace(unseen, '')
    .normalize('NFKC')
    .replace(unseen, '')
    .replace(dashes, '-')
    .replace(/\s+/g, ' ')
    .replace(quotes, '')
}

/**
 * A code of Latin capitals and digits as it is compared: `asPasted`, in capitals, Greek and Cyrillic letters that look Latin as Latin
 * ones, without what people put between its groups. What belongs to no code stays, so that a wrong code stays wrong.
 */
export function pastedCode(text = ''): string {
  return latinTwins(asPasted(text).toUpperCase()).replace(/[\s\-_./·:,]/g, '')
}
