import { cleanHtml, textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { htmlOfText } from '#exercises/model/text/rich-text.ts'
import { childrenOf, textElement, textIn, type XmlNode } from '#platform/rules/text/xml.ts'
import { htmlOfMarkdown } from '../markdown.ts'
import { withoutSounds } from './moodle-files.ts'
import { type MoodleMedia, mediaElement } from './moodle-media.ts'

/** The question's text as HTML. */
export function promptOf(question: XmlNode): string {
  const [node] = childrenOf(question, 'questiontext')
  const text = textIn(question, 'questiontext')
  const format = node?.attributes.format ?? 'html'
  if (format === 'markdown') return htmlOfMarkdown(text)
  const isPlain = format === 'plain_text' || (format === 'moodle_auto_format' && !/<[a-z/]/i.test(text))
  return isPlain ? htmlOfText(text) : cleanHtml(withoutSounds(text))
}

/** What to do, before a text that is the question itself. */
export function promptHtml(prompt: string): string {
  return prompt === '' ? '' : `<div data-part="prompt">${prompt}</div>`
}
const ownPrompt = /<div data-part="prompt">([\s\S]*?)<\/div>/

/** A question in two: what to do, where it stands apart from the text, and the rest of it. */
export function promptApart(question: XmlNode): { prompt: string; rest: XmlNode } {
  const [, prompt = ''] = ownPrompt.exec(textIn(question, 'questiontext')) ?? []
  if (prompt === '') return { prompt, rest: question }
  return { prompt: cleanHtml(prompt), rest: withoutPrompt(question) }
}

function withoutPrompt(question: XmlNode): XmlNode {
  const cut = (node: XmlNode): XmlNode => {
    const children = node.children.map((child) => {
      if (typeof child === 'string') return child.replace(ownPrompt, '')
      return child.name === 'text' ? cut(child) : child
    })
    return { ...node, children }
  }
  const children = question.children.map((child) =>
    typeof child !== 'string' && child.name === 'questiontext' ? cut(child) : child,
  )
  return { ...question, children }
}

/** Words of an element without marks, on one line. */
export function wordsIn(node: XmlNode, name: string): string {
  return textOfForeignHtml(textIn(node, name)).replace(/\n/g, ' ')
}

export interface MoodleAnswer {
  text: string
  /** 1: wholly right. */
  fraction: number
  feedback: string
  node: XmlNode
}

/** The answers of a question with what each is worth. */
export function answersOf(question: XmlNode): MoodleAnswer[] {
  return childrenOf(question, 'answer').map((node) => {
    const inner = textIn({ name: '', attributes: {}, children: [node] }, 'answer')
    return {
      text: textOfForeignHtml(inner).replace(/\n/g, ' '),
      fraction: Number(node.attributes.fraction ?? 0) / 100,
      feedback: wordsIn(node, 'feedback'),
      node,
    }
  })
}

/** An answer that shows what its thing shows. */
export function answerWith(media: MoodleMedia, fraction: number, feedback: string): string {
  const worth = { fraction: Number((fraction * 100).toFixed(5)) }
  return mediaElement('answer', media, worth, textElement('feedback', feedback))
}

/** An answer of a question in Moodle's XML; `fraction` from 0 to 1 is written as percents. */
export function answerXml(text: string, fraction: number, feedback: string): string {
  const inner = textElement('answer', text, {
    fraction: Number((fraction * 100).toFixed(5)),
    format: 'plain_text',
  })
  return inner.replace(/<\/answer>$/, `${textElement('feedback', feedback)}</answer>`)
}
