import { gapIds } from '../text/gap-markup.ts'
import { idAt } from './element-type.ts'

/** Words and what is beside them as data; the same word in two gaps is in the bank once. */
export function gapDragOf(
  html: string,
  answers: Readonly<Record<string, string>>,
  others: readonly string[],
) {
  const words = [...new Set([...gapIds(html).map((id) => answers[id] ?? ''), ...others])].filter(
    (word) => word !== '',
  )
  const bank = words.map((text, at) => ({ id: idAt(at), text }))
  const idOf = (word: string) => bank.find(({ text }) => text === word)?.id ?? ''
  return { html, gaps: Object.fromEntries(gapIds(html).map((id) => [id, idOf(answers[id] ?? '')])), bank }
}
