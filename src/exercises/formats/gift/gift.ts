import type { GiftChoice, GiftNumber, GiftQuestion, GiftText } from './gift-question.ts'

/** What could be read of a GIFT file, and where it could not. */
export interface GiftFile {
  questions: GiftQuestion[]
  problems: { line: number; reason: 'unclosed' | 'unreadable' }[]
}

interface Block {
  line: number
  text: string
  id: string | null
  tags: string[] | null
}

/** Reads a GIFT file as Moodle does; what is wrong in one entry leaves the others alone. */
export function readGift(source: string): GiftFile {
  const file: GiftFile = { questions: [], problems: [] }
  for (const block of blocksOf(source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'))) {
    const question = questionOf(block)
    if (typeof question === 'string') file.problems.push({ line: block.line, reason: question })
    else file.questions.push(question)
  }
  return file
}

/** Entries are parted by empty lines that stand outside of braces; lines that begin with // are comments. */
function blocksOf(source: string): Block[] {
  const blocks: Block[] = []
  let block: Block = { line: 1, text: '', id: null, tags: null }
  let isOpen = false
  /** The last empty line within braces. */
  let gap: { line: number; length: number } | undefined
  const finish = (line: number) => {
    if (block.text.trim() !== '') blocks.push({ ...block, text: block.text.trim() })
    block = { line, text: '', id: null, tags: null }
    gap = undefined
  }
  for (const [at, line] of source.split('\n').entries()) {
    const comment = /^\s*\/\/(.*)$/.exec(line)
    if (comment) {
      noteTags(block, comment[1] ?? '')
      continue
    }
    if (line.trim() === '' && !isOpen) {
      if (block.text.trim() !== '') finish(at + 2)
      continue
    }
    if (line.trim() === '') gap = { line: at + 2, length: block.text.length }
    if (gap && isOpen && /(?<!\\)\{/.test(line)) {
      // Braces that open again were never closed: what stands behind the empty line is another entry.
      const rest = block.text.slice(gap.length)
      block.text = block.text.slice(0, gap.length)
      finish(gap.line)
      block.text = rest.trimStart()
      isOpen = false
    }
    if (block.text === '') block.line = at + 1
    block.text += `${line}\n`
    isOpen = opens(line, isOpen)
    // A category is a line of its own, whatever follows.
    if (!isOpen && /^\s*\$CATEGORY:/.test(block.text)) finish(at + 2)
  }
  finish(0)
  return blocks
}

function noteTags(block: Block, comment: string): void {
  const id = /\[id:((?:\\.|[^\]\\])+)\]/.exec(comment)?.[1]
  if (id !== undefined) block.id = id.replace(/\\(.)/g, '$1').trim()
  const tags = [...comment.matchAll(/\[tag:([^\]<>`]+)\]/g)].map(([, tag = '']) => tag.trim())
  if (tags.length > 0) block.tags = [...(block.tags ?? []), ...tags]
}

function opens(line: string, isOpen: boolean): boolean {
  let result = isOpen
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1
    else if (line[at] === '{') result = true
    else if (line[at] === '}') result = false
  }
  return result
}

function questionOf(block: Block): GiftQuestion | 'unclosed' | 'unreadable' {
  const category = /^\$CATEGORY:\s*(.+)$/.exec(block.text)?.[1]
  if (category !== undefined) return { type: 'Category', title: category.trim() }
  const [, titled, rest = ''] = /^(?:::((?:\\.|[^\\])*?)::)?([\s\S]*)$/.exec(block.text) ?? []
  const title = titled === undefined ? null : plain(titled.trim())
  const { format, text } = formatOf(rest.trim(), 'moodle')
  const start = findSign(text, '{')
  const head = { id: block.id, tags: block.tags, title }
  if (start < 0)
    return { ...head, type: 'Description', stem: textOf(text, format), hasEmbeddedAnswers: false }
  const end = findSign(text, '}', start)
  if (end < 0) return 'unclosed'
  const [before, after] = [text.slice(0, start).trim(), text.slice(end + 1).trim()]
  // A second pair of braces would show its answers.
  if (findSign(after, '{') >= 0) return 'unreadable'
  const stem = textOf(after === '' ? before : [before, '_____', after].join(' ').trim(), format)
  const [body = '', ...feedback] = splitAtSign(text.slice(start + 1, end), '####')
  const globalFeedback = feedback.length > 0 ? feedbackOf(feedback.join('####'), format) : null
  const common = { ...head, stem, hasEmbeddedAnswers: after !== '', globalFeedback }
  const answers = answersOf(body.trim(), format)
  return answers === undefined ? 'unreadable' : ({ ...common, ...answers } as GiftQuestion)
}

/** What stands between the braces, by the kind of question it makes. */
function answersOf(body: string, format: GiftText['format']) {
  if (body === '') return { type: 'Essay' }
  const truth = /^(TRUE|FALSE|T|F)\s*(#[\s\S]*)?$/i.exec(body)
  if (truth) return truthOf(truth[1] ?? '', truth[2] ?? '', format)
  if (body.startsWith('#')) {
    const choices = numbersOf(body.slice(1).trim(), format)
    return choices && { type: 'Numerical', choices }
  }
  const choices = choicesOf(/^[=~]/.test(body) ? body : `=${body}`)
  if (choices === undefined || choices.length === 0) return undefined
  if (choices.some(({ sign }) => sign === '~'))
    return { type: 'MC', choices: choices.map((each) => choiceOf(each, format)) }
  const pairs = choices.map(({ text }) => splitAtSign(text, '->'))
  if (choices.length > 1 && pairs.every(({ length }) => length > 1))
    return { type: 'Matching', matchPairs: pairs.map((pair) => pairOf(pair, format)) }
  return { type: 'Short', choices: choices.map((each) => choiceOf(each, format)) }
}

function truthOf(value: string, comments: string, format: GiftText['format']) {
  const [, first = '', second = ''] = splitAtSign(comments, '#')
  return {
    type: 'TF',
    isTrue: /^t/i.test(value),
    trueFeedback: feedbackOf(first, format),
    falseFeedback: feedbackOf(second, format),
  }
}

interface RawChoice {
  sign: '=' | '~'
  weight: number | null
  text: string
  feedback: string
}

function choicesOf(body: string): RawChoice[] | undefined {
  const starts: number[] = []
  for (let at = 0; at < body.length; at += 1) {
    if (body[at] === '\\') at += 1
    else if (body[at] === '=' || body[at] === '~') starts.push(at)
  }
  if (starts[0] !== 0) return undefined
  return starts.map((start, at) => {
    const [, percent, rest = ''] =
      /^(?:\s*%(-?\d{1,3}(?:\.\d{1,9})?)%)?([\s\S]*)$/.exec(body.slice(start + 1, starts[at + 1])) ?? []
    const [text = '', ...feedback] = splitAtSign(rest, '#')
    return {
      sign: body[start] as '=' | '~',
      weight: percent === undefined ? null : Number(percent),
      text: text.trim(),
      feedback: feedback.join('#'),
    }
  })
}

function choiceOf({ sign, weight, text, feedback }: RawChoice, stemFormat: GiftText['format']): GiftChoice {
  const own = formatOf(text, stemFormat)
  return {
    isCorrect: sign === '=',
    weight,
    text: textOf(own.text, own.format),
    feedback: feedbackOf(feedback, stemFormat),
  }
}

function pairOf([left = '', ...right]: string[], stemFormat: GiftText['format']) {
  const own = formatOf(left.trim(), stemFormat)
  return {
    subquestion: textOf(own.text, own.format),
    subanswer: textOf(right.join('->').trim(), 'moodle').text,
  }
}

function numbersOf(
  body: string,
  format: GiftText['format'],
): GiftNumber | GiftChoice<GiftNumber | GiftText>[] | undefined {
  if (body === '') return undefined
  // The first answer may lack its `=`; feedback, or a wrong answer with feedback, may follow it: `3:2~#No.`
  if (!/^[=~]/.test(body)) return numberOf(body) ?? numbersOf(`=${body}`, format)
  const raw = choicesOf(body) ?? []
  const choices = raw.map((each): GiftChoice<GiftNumber | GiftText> | undefined => {
    const choice = choiceOf(each, format)
    if (each.text === '' || each.text === '*') return { ...choice, text: { format: 'moodle', text: '*' } }
    const number = numberOf(each.text)
    return number && { ...choice, text: number }
  })
  return choices.every((choice) => choice !== undefined) ? choices : undefined
}

const figure = String.raw`\s*([+-]?\d*\.?\d+(?:e[+-]?\d{1,3})?)\s*`

function numberOf(text: string): GiftNumber | undefined {
  const range = new RegExp(`^${figure}\\.\\.${figure}$`, 'i').exec(text)
  if (range) return { type: 'high-low', numberHigh: Number(range[2]), numberLow: Number(range[1]) }
  const around = new RegExp(`^${figure}:${figure}$`, 'i').exec(text)
  if (around) return { type: 'range', number: Number(around[1]), range: Number(around[2]) }
  const one = new RegExp(`^${figure}$`, 'i').exec(text)
  return one ? { type: 'simple', number: Number(one[1]) } : undefined
}

function formatOf(text: string, otherwise: GiftText['format']): GiftText {
  const [, format, rest = ''] = /^\[(html|moodle|plain|markdown)\]([\s\S]*)$/.exec(text) ?? []
  return format === undefined
    ? { format: otherwise, text }
    : { format: format as GiftText['format'], text: rest.trim() }
}

function feedbackOf(text: string, stemFormat: GiftText['format']): GiftText | null {
  const own = formatOf(text.trim(), stemFormat)
  return own.text === '' ? null : textOf(own.text, own.format)
}

/** Line breaks of the file mean nothing in plain texts. */
function textOf(text: string, format: GiftText['format']): GiftText {
  const joined =
    format === 'markdown' || format === 'html'
      ? text
      : text.replace(/\s*\n\s*/g, ' ').replace(/[ \t]{2,}/g, ' ')
  return { format, text: plain(joined.trim()) }
}

function plain(text: string): string {
  return text.replace(/\\([~=#{}:\\n])/g, (_whole, sign: string) => (sign === 'n' ? '\n' : sign))
}

function findSign(text: string, sign: string, from = 0): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text.startsWith(sign, at)) return at
  }
  return -1
}

function splitAtSign(text: string, sign: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = findSign(text, sign); at >= 0; at = findSign(text, sign, from)) {
    parts.push(text.slice(from, at))
    from = at + sign.length
  }
  return [...parts, text.slice(from)]
}
