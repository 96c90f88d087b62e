import type { Translate } from '#i18n/translate.ts'
import type { Texts } from '../player/contract.ts'
import type { EditorType } from './contract.ts'

const editor = [
  ...['add', 'type', 'addPage', 'settings', 'pageName', 'pageTitle', 'removePage', 'pageUp', 'pageDown'],
  ...[
    'saving',
    'savedAt',
    'unsaved',
    'unfinished',
    'unfinishedHere',
    'undo',
    'redo',
    'undoRemove',
    'removed',
  ],
  ...[
    'duplicate',
    'moved',
    'switchGame',
    'switchTo',
    'switched',
    'preview',
    'backToEditor',
    'previewFails',
    'conflictTitle',
  ],
  ...[
    'conflictText',
    'keepMine',
    'takeTheirs',
    'mine',
    'theirs',
    'restored',
    'bank',
    'bankSearch',
    'bankFind',
  ],
  ...['bankEmpty', 'bankTake', 'bankFrom', 'bold', 'italic', 'list', 'numbered', 'link', 'linkAddress'],
  ...['tools', 'sending', 'sendFails', 'removeFile', 'missing'],
] as const
const shared = ['prompt', 'points', 'right', 'wrong', 'hint', 'title', 'description', 'alt'] as const
const settings = ['passPercent', 'showsSolution', 'shufflesElements', 'elements'] as const
const values = ['up', 'down', 'remove', 'upNamed', 'downNamed', 'removeNamed'] as const
const names = ['name', 'number', 'place', 'count', 'title', 'time', 'type'] as const
const open = Object.fromEntries(names.map((name) => [name, `{{${name}}}`]))

/** Every word of the editor: its own, those of types and of their fields (`field.options`, `hint.options`, `type.choice`). */
export function editorTexts(t: Translate, types: readonly EditorType[]): Texts {
  const fields = [...new Set(types.flatMap((type) => type.editor.map(({ name }) => name)))]
  const long = new Set(
    types.flatMap((type) =>
      type.editor.filter(({ kind }) => kind === 'lines' || kind === 'text').map(({ name }) => name),
    ),
  )
  const choices = types.flatMap((type) =>
    type.editor.flatMap(({ kind }) => (typeof kind === 'string' ? [] : kind)),
  )
  return Object.fromEntries([
    ...editor.map((name) => [name, t(`new-interactive:editor.${name}`, open)]),
    ...values.map((name) => [name, t(`new-interactive:values.${name}`, open)]),
    ...[...fields, ...shared, ...settings].map((name) => [
      `field.${name}`,
      t(`new-interactive:fields.${name}`),
    ]),
    ...[...long].map((name) => [`hint.${name}`, t(`new-interactive:hints.${name}`)]),
    ...types.map(({ type }) => [`type.${type}`, t(`new-interactive:types.${type}`)]),
    ...choices.map((name) => [`value.${name}`, t(`new-interactive:values.${name}`)]),
  ])
}
