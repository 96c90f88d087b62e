import { truncate } from '#platform/rules/text/truncate.ts'
import { type Tool, toolOf, tools } from './tools.ts'
import { showWritten, writtenIn } from './written-dom.ts'

const commands: Readonly<Record<Tool, string>> = {
  bold: 'bold',
  italic: 'italic',
  underlined: 'underline',
  list: 'insertUnorderedList',
  numbered: 'insertOrderedList',
}

/** What browsers may do to a text by themselves: writing, deleting, undoing, and the marks there are. */
const known =
  /^(insert(Text|ReplacementText|LineBreak|Paragraph|CompositionText|FromComposition|(Un)?[Oo]rderedList)|delete.*|history.*|format(Bold|Italic|Underline))$/

interface Rules {
  /** Longer than this nothing more is taken, with its signs. */
  most: number
  /** What stands there now, as it is kept. */
  onText: (text: string) => void
  /** Which tools are on where the caret is. */
  onTools: (on: ReadonlySet<Tool>) => void
}

export interface Writing {
  /** Turns a tool on or off for what is chosen; a button's name that is none does nothing. */
  run: (tool: string) => void
  /** Puts a text there, where it is another one. */
  show: (text: string) => void
  stop: () => void
}

/**
 * Makes an editable element a field for a text with marks and lists: keys, undo and the selection stay the browser's own, and
 * whatever is pasted or dropped comes as words.
 */
export function attachWriting(field: HTMLElement, { most, onText, onTools }: Rules): Writing {
  let shown = writtenIn(field)
  let chosen: Range | undefined
  const ended = new AbortController()
  const { signal } = ended
  document.execCommand('defaultParagraphSeparator', false, 'p')

  function tell(): void {
    const text = truncate(writtenIn(field), most)
    if (text === shown) return
    shown = text
    onText(text)
  }

  function run(name: string): void {
    const tool = tools.find((each) => each === name)
    if (!tool || !field.isContentEditable) return
    if (document.activeElement !== field) focusAt(field, chosen)
    const caret = isOfLines(tool) ? caretIn(field) : undefined
    // No other way is known to every browser, and each of them keeps its own undo of it.
    document.execCommand(commands[tool])
    // Chromium goes to the beginning of a line that becomes one of a list.
    if (caret) moveTo(field, caret)
    tell()
    onTools(toolsOn())
  }

  function insert(words: string | undefined): void {
    const room = Math.max(0, most - shown.length)
    if (words && room > 0) document.execCommand('insertText', false, truncate(words, room))
  }

  field.addEventListener('input', tell, { signal })
  // Changes are told only a moment later; some browsers have moved what is chosen by then.
  field.addEventListener(
    'blur',
    () => {
      chosen = rangeIn(field)?.cloneRange() ?? chosen
    },
    { signal },
  )
  field.addEventListener(
    'beforeinput',
    (event) => {
      const isMore = event.inputType.startsWith('insert') && shown.length >= most
      if (event.cancelable && (isMore || !known.test(event.inputType))) event.preventDefault()
    },
    { signal },
  )
  field.addEventListener(
    'paste',
    (event) => {
      event.preventDefault()
      insert(event.clipboardData?.getData('text/plain'))
    },
    { signal },
  )
  field.addEventListener(
    'drop',
    (event) => {
      event.preventDefault()
      field.focus()
      insert(event.dataTransfer?.getData('text/plain'))
    },
    { signal },
  )
  field.addEventListener(
    'keydown',
    (event) => {
      const tool = toolOf(event)
      if (!tool) return
      event.preventDefault()
      run(tool)
    },
    { signal },
  )
  document.addEventListener(
    'selectionchange',
    () => {
      const range = rangeIn(field)
      if (!range) return
      chosen = range.cloneRange()
      onTools(toolsOn())
    },
    { signal },
  )

  return {
    run,
    show: (text) => {
      if (text === shown) return
      shown = text
      showWritten(field, text)
    },
    stop: () => ended.abort(),
  }
}

const isOfLines = (tool: Tool) => tool === 'list' || tool === 'numbered'

function toolsOn(): ReadonlySet<Tool> {
  return new Set(tools.filter((tool) => document.queryCommandState(commands[tool])))
}

function rangeIn(field: HTMLElement): Range | undefined {
  const selection = getSelection()
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
  return range && field.contains(range.commonAncestorContainer) ? range : undefined
}

/** A caret in the text of a field: the letters before it, and whether it stands at the start of a piece. */
interface Caret {
  letters: number
  isFirst: boolean
}

/** Where the caret is; undefined: something is chosen, or it is in no words. */
function caretIn(field: HTMLElement): Caret | undefined {
  const range = rangeIn(field)
  if (!range?.collapsed || !(range.startContainer instanceof Text)) return undefined
  let letters = range.startOffset
  for (const piece of piecesOf(field)) {
    if (piece === range.startContainer) return { letters, isFirst: range.startOffset === 0 }
    letters += piece.length
  }
  return undefined
}

function moveTo(field: HTMLElement, { letters, isFirst }: Caret): void {
  let left = letters
  for (const piece of piecesOf(field)) {
    if (isFirst ? left < piece.length : left <= piece.length) {
      getSelection()?.collapse(piece, left)
      return
    }
    left -= piece.length
  }
}

function piecesOf(field: HTMLElement): Text[] {
  const walker = document.createTreeWalker(field, NodeFilter.SHOW_TEXT)
  const pieces: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text) pieces.push(node)
  return pieces
}

/** Where the caret was, else at the end. */
function focusAt(field: HTMLElement, chosen: Range | undefined): void {
  field.focus()
  const range = chosen && field.contains(chosen.commonAncestorContainer) ? chosen : document.createRange()
  if (range !== chosen) {
    range.selectNodeContents(field)
    range.collapse(false)
  }
  const selection = getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}
