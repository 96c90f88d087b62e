import { roomModes, timePercents } from '#exercises/model/modes.ts'
import { pageLayouts, solutionTimes } from '#exercises/model/pages/pages.ts'
import { quizWorths } from '#exercises/model/task/typed-settings.ts'
import type { Texts } from '#exercises/player/state/contract.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import type { EditorType } from './contract.ts'
import { settingLists } from './list-rows.ts'
import { typeGroups } from './type-search.ts'

const editor = [
  'new-interactive:editor.add',
  'new-interactive:editor.addPage',
  'new-interactive:editor.settings',
  'new-interactive:editor.pageName',
  'new-interactive:editor.pageTitle',
  'new-interactive:editor.removePage',
  'new-interactive:editor.pageUp',
  'new-interactive:editor.pageDown',
  'new-interactive:editor.saving',
  'new-interactive:editor.savedAt',
  'new-interactive:editor.unsaved',
  'new-interactive:editor.refused',
  'new-interactive:editor.stillMissing',
  'new-interactive:editor.findType',
  'new-interactive:editor.noType',
  'new-interactive:editor.moreSettings',
  'new-interactive:editor.undo',
  'new-interactive:editor.redo',
  'new-interactive:editor.undoRemove',
  'new-interactive:editor.removed',
  'new-interactive:editor.duplicate',
  'new-interactive:editor.moved',
  'new-interactive:editor.switchGame',
  'new-interactive:editor.switchTo',
  'new-interactive:editor.switched',
  'new-interactive:editor.preview',
  'new-interactive:editor.backToEditor',
  'new-interactive:editor.previewFails',
  'new-interactive:editor.conflictTitle',
  'new-interactive:editor.conflictText',
  'new-interactive:editor.keepMine',
  'new-interactive:editor.takeTheirs',
  'new-interactive:editor.mine',
  'new-interactive:editor.theirs',
  'new-interactive:editor.restored',
  'new-interactive:editor.bank',
  'new-interactive:editor.bankSearch',
  'new-interactive:editor.bankFind',
  'new-interactive:editor.bankSubject',
  'new-interactive:filter.allSubjects',
  'new-interactive:editor.bankEmpty',
  'new-interactive:editor.tag',
  'new-interactive:editor.bankTake',
  'new-interactive:editor.bankFrom',
  'new-interactive:editor.bold',
  'new-interactive:editor.italic',
  'new-interactive:editor.list',
  'new-interactive:editor.numbered',
  'new-interactive:editor.link',
  'new-interactive:editor.linkAddress',
  'new-interactive:editor.linkRefused',
  'new-interactive:editor.underlined',
  'new-interactive:editor.raised',
  'new-interactive:editor.lowered',
  'new-interactive:editor.formula',
  'new-interactive:editor.formulaWritten',
  'new-interactive:editor.insert',
  'new-interactive:editor.wordsLanguage',
  'new-interactive:editor.usualLanguage',
  'new-interactive:editor.selectWords',
  'new-interactive:editor.onlyHere',
  'new-interactive:editor.differsThere',
  'new-interactive:editor.otherOrder',
  'new-interactive:editor.bankMore',
  'new-interactive:editor.bankFails',
  'new-interactive:editor.toPage',
  'new-interactive:editor.tools',
  'new-interactive:editor.sending',
  'new-interactive:editor.sendFails',
  'new-interactive:editor.removeFile',
  'new-interactive:editor.sendingVideo',
  'new-interactive:editor.videoFails',
  'new-interactive:editor.removeVideo',
  'new-interactive:editor.addRow',
  'new-interactive:editor.asText',
  'new-interactive:editor.asList',
  'new-interactive:editor.missing',
  'new-interactive:editor.onPicture',
  'new-interactive:editor.drawHint',
  'new-interactive:editor.noPicture',
  'new-interactive:editor.addArea',
  'new-interactive:editor.addOutline',
  'new-interactive:editor.clickCorners',
  'new-interactive:editor.cornersHint',
  'new-interactive:editor.areaNumber',
  'new-interactive:editor.makeGap',
  'new-interactive:editor.makeGapHint',
  'new-interactive:editor.selectWord',
  'new-interactive:editor.gapMade',
  'new-interactive:editor.gapNumber',
  'new-interactive:editor.unmakeGap',
  'new-interactive:editor.sendingSound',
  'new-interactive:editor.soundFails',
  'new-interactive:editor.removeSound',
  'new-interactive:editor.record',
  'new-interactive:editor.stopRecording',
  'new-interactive:editor.recording',
  'new-interactive:editor.showsHeard',
  'new-interactive:editor.microphoneFails',
  'new-interactive:editor.pageOpened',
  'new-interactive:editor.conditionUnmet',
  'new-interactive:editor.picture',
  'new-interactive:editor.noPictureYet',
  'new-interactive:editor.pictureNeedsAlt',
  'new-interactive:editor.textPictures',
  'new-interactive:editor.mediaNone',
  'new-interactive:editor.ownFiles',
  'new-interactive:editor.ownFile',
  'new-interactive:editor.ownFilesEmpty',
  'new-interactive:editor.ownFilesFail',
  'new-interactive:play.captions',
  'new-interactive:play.transcript',
] as const
const shared = [
  ...(['prompt', 'points', 'right', 'partial', 'wrong', 'title', 'description', 'alt'] as const),
  ...(['bands', 'hints', 'timeLimit', 'isRequired', 'tags', 'quizPoints'] as const),
  ...([
    'promptAlt',
    'telling',
    'media',
    'mediaAlt',
    'mediaLabel',
    'mediaTranscript',
    'cover',
    'coverAlt',
  ] as const),
  ...(['picture', 'sound', 'video'] as const),
] as const
const settings = [
  'subjects',
  'schoolTypes',
  'grades',
  'language',
  'attempts',
  'extraTime',
  'modes',
  'passPercent',
  'showSolution',
  'shufflesElements',
  'shufflesPages',
  'layout',
  'afterElement',
  'minPercent',
  'elements',
] as const
const values = ['up', 'down', 'remove', 'upNamed', 'downNamed', 'removeNamed'] as const
const names = ['name', 'number', 'place', 'count', 'title', 'time', 'type'] as const
const others = ['name', 'x', 'y', 'width', 'height', 'circle', 'corners', 'belongs', 'elsewhere'] as const
const ofGaps = ['gapWord', 'gapOthers', 'gapWrong'] as const
const columns = [
  ...(['isRight', ...others, ...ofGaps] as const),
  ...Object.values(settingLists).flatMap((list) => list.columns),
]
const rules = [...pageLayouts, ...solutionTimes, 'always', ...quizWorths] as const
const open = Object.fromEntries(names.map((name) => [name, `{{${name}}}`]))

/** The last part of a key. */
const nameOf = (key: string) => key.slice(key.lastIndexOf('.') + 1)

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
  const ofLists = types.flatMap((type) =>
    type.editor.flatMap(({ list, more }) => [...(list?.columns ?? []), ...(more ? [more] : [])]),
  )
  return Object.fromEntries([
    ...editor.map((key) => [nameOf(key), t(key, open)]),
    ...values.map((name) => [name, t(`new-interactive:values.${name}`, open)]),
    ...[...fields, ...shared, ...settings].map((name) => [
      `field.${name}`,
      t(`new-interactive:fields.${name}`),
    ]),
    ...[...long, 'bands', 'hints'].map((name) => [`hint.${name}`, t(`new-interactive:hints.${name}`)]),
    ['hint.mediaLabel', t('new-interactive:hints.mediaLabel')],
    ['hint.mediaTranscript', t('new-interactive:hints.mediaTranscript')],
    ['hint.attempts', t('new-interactive:hints.attempts')],
    ['hint.showSolution', t('new-interactive:hints.showSolution')],
    ['hint.afterElement', t('new-interactive:hints.afterElement')],
    ...rules.map((name) => [`value.${name}`, t(`new-interactive:values.${name}`)]),
    ...roomModes.map((mode) => [`mode.${mode}`, t(`learning-rooms:modes.${mode}`)]),
    ...timePercents.map((percent) => [`time.${percent}`, t('learning-rooms:pupils.percent', { percent })]),
    ...[...new Set([...columns, ...ofLists])].map((name) => [
      `column.${name}`,
      t(`new-interactive:columns.${name}`),
    ]),
    ...types.map(({ type }) => [`type.${type}`, t(`new-interactive:types.${type}`)]),
    ...types.map(({ type }) => [`example.${type}`, t(`new-interactive:examples.${type}`)]),
    ...typeGroups.map((group) => [`typeGroup.${group}`, t(`new-interactive:typeGroups.${group}`)]),
    ...choices.map((name) => [`value.${name}`, t(`new-interactive:values.${name}`)]),
  ])
}
