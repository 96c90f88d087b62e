import type { Draft } from '#exercises/model/task/element-type.ts'
import { childrenOf, textIn, type XmlNode } from '#platform/rules/text/xml.ts'
import { wordsIn } from './moodle-text.ts'

/** The default texts of Moodle in the languages of our worlds. */
const standard =
  /^.{0,40}(partially correct|teilweise (richtig|korrekt)|partiellement (correcte|juste)|parcialmente correcta|parzialmente (esatta|corretta)|μερικ[ώά]ς? σωστή)\.?$/i

/** What a question says to answers and to who asks for help, and the words it is found by. */
export function commentsOf(question: XmlNode): Pick<Draft, 'right' | 'partial' | 'wrong' | 'hints' | 'tags'> {
  const general = wordsIn(question, 'generalfeedback')
  const joined = (name: string) => [wordsIn(question, name), general].filter(Boolean).join(' ')
  const [right, wrong] = [joined('correctfeedback'), joined('incorrectfeedback')]
  const partly = joined('partiallycorrectfeedback')
  const hints = listed(question, 'hint')
  const tags = childrenOf(question, 'tags').flatMap((node) => listed(node, 'tag'))
  return {
    ...(right && { right }),
    // Default texts of Moodle are not the author's feedback.
    ...(partly && !standard.test(wordsIn(question, 'partiallycorrectfeedback')) && { partial: partly }),
    ...(wrong && { wrong }),
    ...(hints.length > 0 && { hints }),
    ...(tags.length > 0 && { tags }),
  }
}

function listed(node: XmlNode, name: string): string[] {
  return childrenOf(node, name)
    .map((child) => wordsIn({ name: '', attributes: {}, children: [child] }, name))
    .filter(Boolean)
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
