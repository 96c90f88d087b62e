import { expect, test } from 'vitest'
import { type Tool, toolOf } from './tools.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false }
const ctrl = { ...none, ctrlKey: true }

test.each<[string, Parameters<typeof toolOf>[0], Tool | undefined]>([
  ['Ctrl+B', { ...ctrl, code: 'KeyB', key: 'b' }, 'bold'],
  ['Meta+I with capitals locked', { ...none, metaKey: true, code: 'KeyI', key: 'I' }, 'italic'],
  ['Ctrl+U', { ...ctrl, code: 'KeyU', key: 'u' }, 'underlined'],
  ['Ctrl+Shift+8 on a German keyboard', { ...ctrl, shiftKey: true, code: 'Digit8', key: '(' }, 'list'],
  ['Ctrl+Shift+7', { ...ctrl, shiftKey: true, code: 'Digit7', key: '/' }, 'numbered'],
  ['B alone', { ...none, code: 'KeyB', key: 'b' }, undefined],
  ['AltGr+B', { ...ctrl, altKey: true, code: 'KeyB', key: 'b' }, undefined],
  ['Ctrl and Meta', { ...ctrl, metaKey: true, code: 'KeyB', key: 'b' }, undefined],
  ['while letters are composed', { ...ctrl, isComposing: true, code: 'KeyB', key: 'b' }, undefined],
])('%s', (_name, pressed, tool) => {
  expect(toolOf(pressed)).toBe(tool)
})
