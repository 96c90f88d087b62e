import { textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { openBrace } from '#exercises/model/text/gap-markup.ts'
import { childrenOf, textIn, type XmlNode } from '#platform/rules/text/xml.ts'

/** The text of a ddwtos or gapselect question: `[[2]]` becomes `{{g1}}`, which says the choice at place 2. */
export function readNumbered(html: string): { html: string; choices: Record<string, number> } {
  const choices: Record<string, number> = {}
  let count = 0
  const text = html.replaceAll(openBrace, '{ ').replace(/\[\[(\d{1,3})\]\]/g, (_whole, place: string) => {
    count += 1
    choices[`g${count}`] = Number(place) - 1
    return `{{g${count}}}`
  })
  return { html: text, choices }
}

/** The choices of such a question with the group each belongs to. */
export function choicesIn(question: XmlNode): { text: string; group: string }[] {
  const all = [...childrenOf(question, 'dragbox'), ...childrenOf(question, 'selectoption')]
  return all.map((node) => ({
    text: textOfForeignHtml(textIn({ name: '', attributes: {}, children: [node] }, node.name)).replace(
      /\n/g,
      ' ',
    ),
    group: textIn(node, 'group') || '1',
  }))
}
