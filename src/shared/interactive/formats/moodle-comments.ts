import type { Draft } from '../element-type.ts'
import { wordsIn } from './moodle-text.ts'
import { childrenOf, textIn, type XmlNode } from './xml.ts'

/** What Moodle puts there by itself, in the languages of our worlds. */
const standard =
  /^.{0,40}(partially correct|teilweise (richtig|korrekt)|partiellement (correcte|juste)|parcialmente correcta|parzialmente (esatta|corretta)|μερικ[ώά]ς? σωστή)\.?$/i

/** What a question says to right and wrong answers and to who asks for help; the rest of it is said to be left out. */
export function commentsOf(question: XmlNode): Pick<Draft, 'right' | 'wrong' | 'hint' | 'simplified'> {
  const general = wordsIn(question, 'generalfeedback')
  const joined = (name: string) => [wordsIn(question, name), general].filter(Boolean).join(' ')
  const [right, wrong] = [joined('correctfeedback'), joined('incorrectfeedback')]
  const [hint = '', ...others] = childrenOf(question, 'hint').map((node) =>
    wordsIn({ name: '', attributes: {}, children: [node] }, 'hint'),
  )
  const partly = wordsIn(question, 'partiallycorrectfeedback')
  const isCut = others.some(Boolean) || (partly !== '' && !standard.test(partly))
  return {
    ...(right && { right }),
    ...(wrong && { wrong }),
    ...(hint && { hint }),
    ...(isCut && { simplified: 'feedback' as const }),
  }
}

/** Settings that change what is asked or how it is scored, and which have no place here. */
export function hasForeignSettings(question: XmlNode): boolean {
  const isThere = (name: string) => !['', '0'].includes(textIn(question, name))
  return ['responsetemplate', 'minwordlimit', 'maxwordlimit', 'attachments'].some(isThere)
}

/** Kinds whose answers and left sides bring their files along. */
const shows = new Set(['multichoice', 'ordering', 'match'])

/** Files of comments and of answers that show none here. */
export function hasOtherFiles(question: XmlNode): boolean {
  const shown = ['questiontext', 'file']
  const isShown = ({ name }: XmlNode) =>
    shows.has(question.attributes.type ?? '') && ['answer', 'subquestion'].includes(name)
  const holds = (node: XmlNode): boolean =>
    node.children.some(
      (child) => typeof child !== 'string' && (child.name === 'file' ? !isShown(node) : holds(child)),
    )
  return question.children.some(
    (child) => typeof child !== 'string' && !shown.includes(child.name) && holds(child),
  )
}
