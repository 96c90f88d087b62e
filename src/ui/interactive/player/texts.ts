import type { Translate } from '#i18n/translate.ts'
import { fileWishes } from '#shared/interactive/pupil-files.ts'
import { inks, pens } from '#shared/interactive/strokes.ts'
import type { Texts } from './contract.ts'

const play = [
  'new-interactive:play.choose',
  'new-interactive:play.gap',
  'new-interactive:play.answer',
  'new-interactive:play.grid',
  'new-interactive:play.tip',
  'new-interactive:play.card',
  'new-interactive:play.allPairs',
  'new-interactive:play.listen',
  'new-interactive:play.readAloud',
  'new-interactive:play.picture',
  'new-interactive:play.onPaper',
  'new-interactive:play.task',
  'new-interactive:play.hint',
  'new-interactive:play.score',
  'new-interactive:play.solution',
  'new-interactive:play.pending',
  'new-interactive:play.check',
  'new-interactive:play.outcome',
  'new-interactive:play.thanks',
  'new-interactive:play.notKept',
  'new-interactive:play.again',
  'new-interactive:play.checkOne',
  'new-interactive:play.checking',
  'new-interactive:play.checkFailed',
  'new-interactive:play.next',
  'new-interactive:play.previous',
  'new-interactive:play.oneByOne',
  'new-interactive:play.allAtOnce',
  'new-interactive:play.progress',
  'new-interactive:play.offline',
  'new-interactive:play.waiting',
  'new-interactive:play.unkept',
  'new-interactive:play.resumed',
  'new-interactive:play.startAgain',
  'new-interactive:play.readTask',
  'new-interactive:play.noVoice',
  'new-interactive:play.hear',
  'new-interactive:play.hearSlow',
  'new-interactive:play.howPlace',
  'new-interactive:play.howOrder',
  'new-interactive:play.howTokens',
  'new-interactive:play.howSearch',
  'new-interactive:play.howCross',
  'new-interactive:play.bank',
  'new-interactive:play.empty',
  'new-interactive:play.useLists',
  'new-interactive:play.useBoard',
  'new-interactive:play.pickedUp',
  'new-interactive:play.putBack',
  'new-interactive:play.placed',
  'new-interactive:play.takeBack',
  'new-interactive:play.placeFree',
  'new-interactive:play.placeHere',
  'new-interactive:play.moved',
  'new-interactive:play.moveUp',
  'new-interactive:play.moveDown',
  'new-interactive:play.cardAt',
  'new-interactive:play.faceDown',
  'new-interactive:play.cardOpen',
  'new-interactive:play.cardFound',
  'new-interactive:play.pairFound',
  'new-interactive:play.noPair',
  'new-interactive:play.turn',
  'new-interactive:play.knew',
  'new-interactive:play.notYet',
  'new-interactive:play.cardOf',
  'new-interactive:play.box',
  'new-interactive:play.firstLetter',
  'new-interactive:play.wordFound',
  'new-interactive:play.notAWord',
  'new-interactive:play.crossGrid',
  'new-interactive:play.letterOf',
  'new-interactive:play.captions',
  'new-interactive:play.transcript',
  'new-interactive:play.noVideo',
  'new-interactive:play.noSound',
  'new-interactive:play.soundTranscript',
  'new-interactive:play.soundCard',
  'new-interactive:play.soundAt',
  'new-interactive:play.moments',
  'new-interactive:play.momentReached',
  'new-interactive:play.momentAnswered',
  'new-interactive:play.continueVideo',
  'new-interactive:play.drawing',
  'new-interactive:play.drawHow',
  'new-interactive:play.drawDescribe',
  'new-interactive:play.drawLocal',
  'new-interactive:play.drawUndo',
  'new-interactive:play.drawClear',
  'new-interactive:play.drawInk',
  'new-interactive:play.drawPen',
  'new-interactive:play.drawFull',
  'new-interactive:play.penDown',
  'new-interactive:play.penUp',
  'new-interactive:play.penAt',
  'new-interactive:play.fileLocal',
  'new-interactive:play.fileHint',
  'new-interactive:play.fileSend',
  'new-interactive:play.fileThere',
  'new-interactive:play.fileShow',
] as const
const counted = [
  'new-interactive:play.points',
  'new-interactive:play.moves',
  'new-interactive:play.playsLeft',
] as const
const values = [
  ...(['true', 'false', 'correct', 'partial', 'incorrect'] as const),
  ...fileWishes,
  ...inks,
  ...pens,
] as const
/** One number for each form that the languages of our worlds have. */
const samples = [1, 7, 1_000_000]
const names = [
  'number',
  'count',
  'place',
  'tip',
  'alt',
  'raw',
  'max',
  'percent',
  'name',
  'target',
  'row',
] as const
const others = ['column', 'a', 'b', 'box', 'letter', 'word', 'time', 'x', 'y'] as const
/** The player fills them in. */
const open = Object.fromEntries([...names, ...others].map((name) => [name, `{{${name}}}`]))

/** The last part of a key. */
const nameOf = (key: string) => key.slice(key.lastIndexOf('.') + 1)

/** Every word of the player, in the language of the page. */
export function playerTexts(t: Translate, lang: string): Texts {
  const plurals = new Intl.PluralRules(lang)
  return Object.fromEntries([
    ...play.map((key) => [nameOf(key), t(key, open)]),
    ...values.map((name) => [name, t(`new-interactive:values.${name}`)]),
    ...counted.flatMap((key) =>
      samples.map((count) => [
        `${nameOf(key)}_${plurals.select(count)}`,
        t(key, { ...open, count }).replace(String(count), '{{count}}'),
      ]),
    ),
  ])
}
