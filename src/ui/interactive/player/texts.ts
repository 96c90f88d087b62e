import type { Translate } from '#i18n/translate.ts'
import type { Texts } from './contract.ts'

const play = [
  ...[
    'choose',
    'gap',
    'answer',
    'grid',
    'tip',
    'card',
    'allPairs',
    'listen',
    'readAloud',
    'picture',
    'onPaper',
  ],
  ...['task', 'hint', 'score', 'solution', 'pending', 'check', 'outcome', 'thanks', 'notKept', 'again'],
  ...['checkOne', 'checking', 'checkFailed', 'next', 'previous', 'oneByOne', 'allAtOnce', 'progress'],
  ...['offline', 'waiting', 'unkept', 'resumed', 'startAgain', 'readTask', 'noVoice', 'hear', 'hearSlow'],
  ...['howPlace', 'howOrder', 'howTokens', 'howSearch', 'howCross', 'bank', 'empty', 'useLists', 'useBoard'],
  ...['pickedUp', 'putBack', 'placed', 'takeBack', 'placeFree', 'placeHere', 'moved', 'moveUp', 'moveDown'],
  ...['cardAt', 'faceDown', 'cardOpen', 'cardFound', 'pairFound', 'noPair', 'turn', 'knew', 'notYet'],
  ...['cardOf', 'box', 'firstLetter', 'wordFound', 'notAWord', 'crossGrid', 'letterOf'],
] as const
const counted = ['points', 'moves', 'playsLeft'] as const
const values = ['true', 'false', 'correct', 'partial', 'incorrect'] as const
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
const others = ['column', 'a', 'b', 'box', 'letter', 'word'] as const
/** The player fills them in. */
const open = Object.fromEntries([...names, ...others].map((name) => [name, `{{${name}}}`]))

/** Every word of the player, in the language of the page. */
export function playerTexts(t: Translate, lang: string): Texts {
  const plurals = new Intl.PluralRules(lang)
  return Object.fromEntries([
    ...play.map((name) => [name, t(`new-interactive:play.${name}`, open)]),
    ...values.map((name) => [name, t(`new-interactive:values.${name}`)]),
    ...counted.flatMap((name) =>
      samples.map((count) => [
        `${name}_${plurals.select(count)}`,
        t(`new-interactive:play.${name}`, { ...open, count }).replace(String(count), '{{count}}'),
      ]),
    ),
  ])
}
