import { cleanHtml, textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { htmlOfText } from '#exercises/model/text/rich-text.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { htmlOfMarkdown } from '../markdown.ts'
import type { GiftText } from './gift-question.ts'

/** A text of a GIFT file as HTML. */
export function htmlOfGift({ format, text }: GiftText): string {
  if (format === 'html') return cleanHtml(text)
  if (format === 'markdown') return htmlOfMarkdown(text)
  return format === 'moodle' && /<[a-z/]/i.test(text) ? cleanHtml(text) : htmlOfText(text)
}

/** A text of a GIFT file as words. */
export function wordsOfGift(text: GiftText | null | undefined): string {
  if (!text) return ''
  return (text.format === 'html' ? textOfForeignHtml(text.text) : text.text).replace(/\s*\n\s*/g, ' ').trim()
}

/** Words as they stand in a GIFT file. */
export function giftEscaped(text: string): string {
  return text.replace(/[~=#{}:\\]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n')
}

/** Words among others whose format is not known: signs of HTML say so themselves. */
export function giftWords(text: string): string {
  return /[<&]/.test(text) ? `[html]${giftEscaped(escapeHtml(text))}` : giftEscaped(text)
}

/** A comment behind an answer; nothing, where nothing is said. */
export function giftComment(text: string): string {
  return text === '' ? '' : ` # ${giftWords(text)}`
}

/** The only part of a question's text that is sent on: its HTML, marked as such. */
export function giftStem(html: string): string {
  return html === '' ? '' : `[html]${giftEscaped(html)}`
}
