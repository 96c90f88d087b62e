import { readThing } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { textElement } from '#platform/rules/text/xml.ts'
import { mediaElement, moodleThing, type PackedFile } from './moodle-media.ts'

/** Things with the one partner of each as a question of the kind `match`; `others`: what is offered and fits nothing. */
export function matchQuestion(
  pairs: readonly (readonly [string, string])[],
  others: readonly string[],
  packed: PackedFile,
): { type: string; xml: string } {
  const all = [...pairs, ...others.map((text) => ['', text] as const)]
  const written = all.map(([left, right]) =>
    mediaElement(
      'subquestion',
      moodleThing(left, packed),
      {},
      // What is chosen is words alone there.
      textElement('answer', escapeHtml(readThing(right).text)),
    ),
  )
  return { type: 'matching', xml: ['<shuffleanswers>true</shuffleanswers>', ...written].join('\n') }
}
