import { seeded } from '#platform/rules/random.ts'
import type { Comments } from '../comments.ts'
import { typeOf } from '../task/types.ts'
import type { Option, Picture, Widget } from '../task/widget.ts'

/* Names of things that tell whether they are right: what is said to an answer, "Correct! …", "Rome ✓", "Paris (wrong)". */

/** What a name says of itself. */
type Mark = 'right' | 'wrong'

/** Words for right and wrong in the languages of the product, as they open a comment. */
const words: Readonly<Record<Mark, string>> = {
  right: [
    'richtig|korrekt|stimmt|genau|super|correct|right|well done|exactly',
    'correcto|correcta|exacto|muy bien|bravo|exact|juste|bonne réponse|très bien|corretto|corretta|esatto|giusto|bravissimo',
    'σωστό|σωστά|σωστή|σωστός|ακριβώς|μπράβο',
  ].join('|'),
  wrong: [
    '(?:leider )?(?:falsch|nicht richtig|nicht ganz)|incorrect|wrong|not quite|not right',
    'incorrecto|incorrecta|errado|faux|raté|mauvaise réponse|sbagliato|sbagliata|errato|scorretto',
    'λάθος|λανθασμένο|όχι ακριβώς',
  ].join('|'),
}
const signs: Readonly<Record<Mark, string>> = { right: '✓✔✅☑', wrong: '✗✘❌❎☒✖' }
const marks: readonly Mark[] = ['right', 'wrong']

const patterns = marks.map((mark) => ({
  mark,
  /** A comment: the word with `!` or `:` behind it. */
  opens: new RegExp(`^[\\s¡"„“«]*(?:${words[mark]})[\\s\u00a0\u202f]*[!:]`, 'iu'),
  /** The same with a comma, which also begins what people say: told only beside its opposite. */
  opensSoftly: new RegExp(
    `^[\\s¡"„“«]*(?:${words[mark]}${mark === 'wrong' ? '|nein|no|non|όχι' : ''})[,.]`,
    'iu',
  ),
  closes: new RegExp(`[([](?:${words[mark]})[)\\]]\\s*$`, 'iu'),
  signed: new RegExp(`^\\s*[${signs[mark]}]|[${signs[mark]}]\\ufe0f?\\s*$`, 'u'),
  /** Nothing but the mark. */
  bare: new RegExp(`^[\\s¡]*(?:${words[mark]}|[${signs[mark]}]\\ufe0f?)[\\s\u00a0\u202f]*[!.:]?\\s*$`, 'iu'),
}))

interface Found {
  mark: Mark
  isBare: boolean
  isSoft: boolean
}

function markOf(name: string): Found | undefined {
  const hit = patterns.find(({ opens, closes, signed }) =>
    [opens, closes, signed].some((each) => each.test(name)),
  )
  if (hit) return { mark: hit.mark, isBare: hit.bare.test(name), isSoft: false }
  const soft = patterns.find(({ opensSoftly }) => opensSoftly.test(name))
  return soft && { mark: soft.mark, isBare: false, isSoft: true }
}

/**
 * Of names that stand beside each other those that tell which are right. What all of them say tells nothing, and "right" and
 * "wrong" themselves may be what is chosen from.
 */
function tellingIn(names: readonly string[]): string[] {
  return isNamedIn(names) ? names.filter((name) => markOf(name) !== undefined) : []
}

function isNamedIn(names: readonly string[]): boolean {
  const found = names.map(markOf)
  const said = found.filter((each) => each !== undefined)
  const kinds = new Set(said.map(({ mark }) => mark))
  if (said.length === 0 || (said.length === names.length && kinds.size === 1)) return false
  if (said.some(({ isBare, isSoft }) => !isBare && !isSoft)) return true
  const soft = new Set(said.flatMap(({ mark, isSoft }) => (isSoft ? [mark] : [])))
  if (soft.size === 2) return true
  // "Right!" among places is a comment; "Right!" and "Wrong!" are two answers.
  return said.some(({ isBare }) => isBare) && kinds.size === 1
}

/** Lists of names a pupil chooses from or sees together. */
function listsIn(widget: Widget): string[][] {
  const seen = ({ text, picture }: Pick<Option, 'text' | 'picture'>) => [
    text,
    ...(picture ? [picture.alt] : []),
  ]
  if (widget.kind === 'choice') return [widget.options.flatMap(seen)]
  if (widget.kind === 'rows') return [widget.rows.flatMap(seen), widget.options.flatMap(seen)]
  if (widget.kind === 'pairs') return [widget.cards.flatMap(seen)]
  if (widget.kind === 'gaps')
    return Object.values(widget.gaps).map(({ options = [] }) => options.flatMap(seen))
  if (widget.kind === 'moment') return widget.asks ? listsIn(widget.asks) : []
  return []
}

const answerName =
  /^(?:lösung|loesung|solution|answer|réponse|solución|respuesta|soluzione|risposta|λύση|απάντηση)\s*:|(?:richtig|falsch|correct|wrong|solution|loesung|lösung)[\w-]*\.(?:png|jpe?g|webp|gif|svg)$/iu

function picturesIn(widget: Widget): Picture[] {
  if (widget.kind === 'picture' || widget.kind === 'drawing') return [widget.picture]
  if (widget.kind === 'choice') return widget.options.flatMap(({ picture }) => picture ?? [])
  if (widget.kind === 'rows')
    return [...widget.rows, ...widget.options].flatMap(({ picture }) => picture ?? [])
  if (widget.kind === 'pairs') return widget.cards.flatMap(({ picture }) => picture ?? [])
  return []
}

/** A comment is a sentence; a single word may well be both an answer and what is said to it. */
function isSentence(text: string): boolean {
  return text.length >= 8 && /\S\s+\S/.test(text)
}
const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLocaleLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim()

/** Names of things that are, or hold, what is said to whoever chooses them. */
function namedByComment(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(namedByComment)
  if (typeof data !== 'object' || data === null) return []
  const { feedback, ...rest } = data as Record<string, unknown>
  const name = rest.label ?? rest.text
  const isNamed =
    typeof feedback === 'string' &&
    typeof name === 'string' &&
    isSentence(feedback) &&
    folded(name).includes(folded(feedback))
  return [...(isNamed ? [name] : []), ...Object.values(rest).flatMap(namedByComment)]
}

/** The names a pupil sees before answering a scored task that tell what is right; none: nothing tells. */
export function revealingNames({
  type,
  data,
  ...comments
}: { type: string; data: unknown } & Comments): string[] {
  const row = typeOf(type)
  if (row?.kind !== 'scored') return []
  const widgets = row.view(data, seeded(''))
  const lists = widgets.flatMap(listsIn).map((list) => list.map((name) => name.replace(/^\d+: /, '')))
  const { right, wrong, partial, bands } = comments
  const said = new Set(
    [right, wrong, partial, ...bands.map(({ text }) => text)].filter(isSentence).map(folded),
  )
  const alts = widgets.flatMap(picturesIn).map(({ alt }) => alt.trim())
  const found = [
    ...lists.flatMap(tellingIn),
    ...lists.flat().filter((name) => said.has(folded(name))),
    ...alts.filter((alt) => answerName.test(alt)),
    ...namedByComment(data),
  ]
  return [...new Set(found)]
}
