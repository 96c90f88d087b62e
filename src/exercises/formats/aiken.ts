import type { Draft } from '#exercises/model/task/element-type.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { ImportReason } from './incoming/import-report.ts'

const answerLine = /^[ \t]*ANSWERS?[ \t]*:(.*)$/i

/** Whether a text is of this kind: some line of it names an answer by its letter. */
export function isAiken(source: string): boolean {
  return /^[ \t]*ANSWERS?[ \t]*:[ \t]*[A-Z](?![A-Z])/im.test(source)
}

/** A question of the file, or why it is none. */
export type AikenQuestion = { name: string } & ({ draft: Draft } | { skipped: ImportReason })

/** Multiple choice as Aiken has it: a question, lines `A. ...`, and `ANSWER: B`; several letters where a file names several. */
export function readAiken(source: string): AikenQuestion[] {
  const found: AikenQuestion[] = []
  let prompt: string[] = []
  let options: string[] = []
  let isApart = false
  const finish = (letters: string | undefined) => {
    if (prompt.length > 0 || options.length > 0 || letters !== undefined)
      found.push(questionOf(prompt, options, letters))
    prompt = []
    options = []
  }
  for (const line of source.replace(/^\ufeff/, '').split(/\r\n?|\n/)) {
    const text = line.trim()
    const letters = answerLine.exec(line)?.[1]
    const option = optionIn(text, options.length)
    if (letters !== undefined) finish(letters)
    else if (option !== undefined && prompt.length > 0) options.push(option)
    else if (text !== '') {
      // After an empty line another question begins, whose predecessor names no answer.
      if (options.length > 0 && isApart) finish(undefined)
      if (options.length > 0) options.push(`${options.pop()} ${text}`)
      else prompt.push(text)
    }
    isApart = text === ''
  }
  finish(undefined)
  return found
}

/** `A. text`, `A)text`; where the letter is the next one, also as people write it: `A.text`, `(A) text`, `A: text`. */
function optionIn(text: string, place: number): string | undefined {
  const [, usual] = /^[A-Z](?:[.)]\s+|\))(.+)$/i.exec(text) ?? []
  if (usual !== undefined) return usual
  const [, letter = '', other] = /^\(?([A-Z])[.):]\s*(\S.*)$/i.exec(text) ?? []
  return letter.toUpperCase() === String.fromCharCode(65 + place) ? other : undefined
}

function questionOf(prompt: readonly string[], options: readonly string[], letters = ''): AikenQuestion {
  const text = prompt.join(' ')
  const name = text || options[0] || letters.trim()
  const right = [...new Set(letters.toUpperCase().match(/[A-Z]+/g) ?? [])]
  if (text === '' || right.length === 0) return { name, skipped: 'incomplete' }
  const places = right.map((letter) => (letter.length > 1 ? -1 : letter.charCodeAt(0) - 65))
  if (places.some((place) => place < 0 || place >= options.length)) return { name, skipped: 'incomplete' }
  const lines = options.map(
    (option, place) => `${places.includes(place) ? '* ' : ''}${option.replace(/[\\|]/g, '\\$&')}`,
  )
  const isMulti = places.length > 1 ? 'on' : ''
  const policy = isMulti === 'on' ? 'all' : 'net'
  const data = typeOf('choice')?.fromTyped({ options: lines.join('\n'), isMulti, policy })
  return { name, draft: { prompt: `<p>${escapeHtml(text)}</p>`, data } }
}
