import { marked, type Tool, tools } from './marks.ts'

const keys: Readonly<Record<string, Tool>> = { b: 'bold', i: 'italic' }
export const shortcuts: Partial<Record<Tool, string>> = {
  bold: 'Control+B Meta+B',
  italic: 'Control+I Meta+I',
}

/** The tool whose keys are pressed; one of Ctrl and Meta: both together mean something else on some keyboards. */
export function toolOf(event: KeyboardEvent): Tool | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
  return ctrlKey === metaKey || altKey || shiftKey || isComposing ? undefined : keys[event.key.toLowerCase()]
}

/**
 * Writes the signs of a tool around what is selected in a field, so that the browser's own undo knows of it.
 * @returns the whole text, where the browser cannot do that and it has to be put there
 */
export function writeSigns(field: HTMLTextAreaElement, name: string): string | undefined {
  const tool = tools.find((each) => each === name)
  if (!tool) return undefined
  const { value, selectionStart, selectionEnd } = field
  const { from, to, words, selection } = marked(value, selectionStart, selectionEnd, tool)
  if (value.length - (to - from) + words.length > field.maxLength) return undefined
  field.focus()
  field.setSelectionRange(from, to)
  // The only way that the browser's own undo knows.
  const isDone = (words === '' && from === to) || document.execCommand('insertText', false, words)
  if (isDone) {
    // At once: the next letter may be on its way.
    field.setSelectionRange(...selection)
    return undefined
  }
  requestAnimationFrame(() => field.setSelectionRange(...selection))
  return value.slice(0, from) + words + value.slice(to)
}
