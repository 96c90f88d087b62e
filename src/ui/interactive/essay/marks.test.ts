import { expect, test } from 'vitest'
import { marked, type Tool } from './marks.ts'

const pressed = (text: string, tool: Tool) => {
  const [before = '', inside = '', after = ''] = text.split('|')
  const plain = before + inside + after
  const { from, to, words, selection } = marked(plain, before.length, before.length + inside.length, tool)
  const now = plain.slice(0, from) + words + plain.slice(to)
  return `${now.slice(0, selection[0])}|${now.slice(...selection)}|${now.slice(selection[1])}`
}

test.each<[string, Tool, string]>([
  ['Der |Tiber| fließt', 'bold', 'Der **|Tiber|** fließt'],
  ['Der **|Tiber|** fließt', 'bold', 'Der |Tiber| fließt'],
  ['Der **|Tiber|** fließt', 'italic', 'Der ***|Tiber|*** fließt'],
  ['Der| Tiber |fließt', 'italic', 'Der *|Tiber|* fließt'],
  ['a||', 'bold', 'a**||**'],
  ['**||**', 'bold', '||'],
  ['**a||** b', 'bold', '**a**|| b'],
  ['**a||** b', 'italic', '**a*||*** b'],
  ['*a||* b', 'italic', '*a*|| b'],
  ['eins\n|zwei\ndrei|', 'list', 'eins\n- zwei\n- drei||'],
  ['|- zwei\n- drei|', 'list', 'zwei\ndrei||'],
  ['|- zwei\n- drei|', 'numbered', '1. zwei\n2. drei||'],
])('%s, then %s', (text, tool, then) => {
  expect(pressed(text, tool)).toBe(then)
})
