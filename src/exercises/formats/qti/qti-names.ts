import type { XmlNode } from '#platform/rules/text/xml.ts'

/** What says what to do with a text that is the question itself. */
export const promptClass = 'prompt'
/** What belongs to a question of ours as a whole, and a picture in its words. */
export const mediaClass = 'media'
export const wordsClass = 'words'

/** One way of writing for 2.1, 2.2 and 3.0: `qti-simple-choice` is `simpleChoice`, prefixes go. */
export function plainNames(node: XmlNode): XmlNode {
  const attributes = Object.entries(node.attributes).map(([name, value]) => [camel(name), value])
  return {
    name: camel(node.name),
    attributes: Object.fromEntries(attributes),
    children: node.children.map((child) => (typeof child === 'string' ? child : plainNames(child))),
  }
}

function camel(name: string): string {
  const local = name.slice(name.indexOf(':') + 1).replace(/^qti-/, '')
  return local.replace(/-([a-z])/g, (_whole, letter: string) => letter.toUpperCase())
}
