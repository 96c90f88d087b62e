/** What a text can be given, in the order of the buttons. */
export const tools = ['bold', 'italic', 'underlined', 'list', 'numbered'] as const
export type Tool = (typeof tools)[number]

export const shortcuts: Readonly<Record<Tool, string>> = {
  bold: 'Control+B Meta+B',
  italic: 'Control+I Meta+I',
  underlined: 'Control+U Meta+U',
  list: 'Control+Shift+8 Meta+Shift+8',
  numbered: 'Control+Shift+7 Meta+Shift+7',
}

const letters: Readonly<Record<string, Tool>> = { KeyB: 'bold', KeyI: 'italic', KeyU: 'underlined' }
const digits: Readonly<Record<string, Tool>> = { Digit8: 'list', Digit7: 'numbered' }

type Pressed = Pick<
  KeyboardEvent,
  'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'code' | 'key'
>

/** The tool whose keys are pressed; one of Ctrl and Meta: both together mean something else on some keyboards. */
export function toolOf({
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  isComposing,
  code,
  key,
}: Pressed): Tool | undefined {
  if (ctrlKey === metaKey || altKey || isComposing) return undefined
  // Digits by their place: with Shift they write other signs. Letters as they are written, wherever that is.
  return shiftKey ? digits[code] : letters[`Key${key.toUpperCase()}`]
}
