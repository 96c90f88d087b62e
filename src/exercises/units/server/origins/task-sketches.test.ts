import { describe, expect, test } from 'vitest'
import { importGift } from '#exercises/formats/incoming/imports.ts'
import { contentSchema } from '#exercises/model/unit.ts'
import { likeForDesk, likeTasks, type TaskSketch } from '#platform/rules/text/task-likeness.ts'
import { sketchesOfUnit } from './task-sketches.ts'

// The pairs were written before anything was measured; the thresholds of task-likeness.ts were set by them.

const sketched = (lines: readonly string[]): TaskSketch[] => {
  const found = importGift(lines.join('\n\n'), 'x')
  if (typeof found === 'string') throw new Error(found)
  expect(found.pages.flatMap(({ elements }) => elements)).toHaveLength(lines.length)
  const pages = found.pages.map((page, at) => ({
    ...{ id: `p${at}`, title: '' },
    elements: page.elements.map((element, n) => ({ ...element, id: `e${at}x${n}` })),
  }))
  return sketchesOfUnit(contentSchema.parse({ title: 'x', pages }))
}
const isRefused = (mine: readonly string[], ...theirs: (readonly string[])[]) =>
  likeTasks(
    sketched(mine),
    theirs.map((lines) => ({ tasks: sketched(lines) })),
  ).length > 0

const biology = [
  'Welches Organ des Menschen filtert das Blut und bildet dabei den Urin? {=die Niere ~die Leber ~die Milz ~die Lunge}',
  'Wie nennt man die Umwandlung von Lichtenergie in chemische Energie bei grünen Pflanzen? {=Fotosynthese ~Zellatmung ~Gärung ~Osmose}',
  'Welche Zellbestandteile gelten als Kraftwerke der Zelle, weil sie Energie bereitstellen? {=Mitochondrien ~Ribosomen ~Vakuolen ~Zellwände}',
  'Wodurch unterscheiden sich Arterien von Venen, wenn man ihre Wände vergleicht? {=dickere Muskelschicht ~mehr Klappen ~dünnere Haut ~keine Nerven}',
  'Welcher Bestandteil des Blutes transportiert den Sauerstoff von der Lunge in die Gewebe? {=rote Blutkörperchen ~Blutplättchen ~weiße Blutkörperchen ~Plasma}',
  'Wo beginnt die Verdauung von Stärke beim Menschen, und welches Enzym ist beteiligt? {=im Mund, Amylase ~im Magen, Pepsin ~im Darm, Lipase ~in der Leber, Galle}',
]
const history = [
  'In welchem Jahr begann mit dem Sturm auf die Bastille die Französische Revolution? {=1789 ~1776 ~1815 ~1848}',
  'Welcher Herrscher ließ sich im Jahr 800 in Rom zum Kaiser krönen? {=Karl der Große ~Otto I. ~Ludwig XIV. ~Friedrich Barbarossa}',
  'Wie hieß der Vertrag, der nach dem Ersten Weltkrieg die Bedingungen für Deutschland festlegte? {=Versailler Vertrag ~Wiener Kongress ~Westfälischer Friede ~Potsdamer Abkommen}',
  'Welche Erfindung Gutenbergs veränderte um 1450 die Verbreitung von Wissen in Europa? {=Buchdruck mit beweglichen Lettern ~Dampfmaschine ~Telegraf ~Fernrohr}',
  'Warum wanderten im 19. Jahrhundert viele Menschen aus Irland nach Amerika aus? {=wegen der Hungersnot nach der Kartoffelfäule ~wegen eines Goldfundes ~wegen eines Vulkans ~wegen der Pest}',
  'Welche Stadt war von 1949 bis 1990 die provisorische Hauptstadt der Bundesrepublik? {=Bonn ~Frankfurt ~München ~Hamburg}',
]
const doubling = Array.from(
  { length: 12 },
  (_, at) => `Wie viel ist ${at} + ${at}? {=${2 * at} ~${at + 50}####Nein}`,
)
const oneChanged = (lines: readonly string[], change: (line: string, at: number) => string) =>
  lines.map(change)
const withWord = (word: string) => (line: string) => line.replace(/ (?=\S+\?)/, ` ${word} `)
const asText = (line: string) => line.replace(/\{=([^~}]*?)\s*(~.*|)\}/s, '{=$1}')
const shuffledOptions = (line: string) =>
  line.replace(/\{(.*)\}/s, (_all, inner: string) => {
    const options = inner.split(/(?=[=~])/).map((each) => each.trim())
    return `{${options.reverse().join(' ')}}`
  })

const biologyInOtherWords = [
  'Welches Organ des Körpers filtert das Blut und erzeugt dabei den Urin? {=die Niere ~die Leber ~die Milz ~die Lunge}',
  'Wie heißt die Umwandlung von Lichtenergie in chemische Energie bei grünen Gewächsen? {=Fotosynthese ~Zellatmung ~Gärung ~Diffusion}',
  'Welche Zellbestandteile bezeichnet man als Kraftwerke der Zelle, da sie Energie bereitstellen? {=Mitochondrien ~Ribosomen ~Vakuolen ~Zellwände}',
  'Worin unterscheiden sich Arterien von Venen, wenn man deren Wände betrachtet? {=dickere Muskelschicht ~mehr Klappen ~dünnere Haut ~keine Nerven}',
  'Welcher Teil des Blutes befördert den Sauerstoff von der Lunge in die Gewebe? {=rote Blutkörperchen ~Blutplättchen ~weiße Blutkörperchen ~Plasma}',
  'Wo startet die Verdauung von Stärke beim Menschen, und welches Enzym wirkt mit? {=im Mund, Amylase ~im Magen, Pepsin ~im Darm, Lipase ~in der Leber, Galle}',
]
const ownGeography = [
  'Welcher See liegt an der Grenze von Deutschland, Österreich und der Schweiz? {=Bodensee ~Chiemsee ~Müritz ~Ammersee}',
  'Wie heißt das Mittelgebirge zwischen Harz und Thüringer Becken im Norden? {=Kyffhäuser ~Rhön ~Eifel ~Taunus}',
  'Welche Insel ist die größte, die zu Deutschland gehört? {=Rügen ~Usedom ~Fehmarn ~Sylt}',
]

describe('a copy in other clothes is caught', () => {
  const caught: [string, readonly string[], (readonly string[])[]][] = [
    ['a word more in each question', oneChanged(biology, withWord('eigentlich')), [biology]],
    [
      'another word more in each',
      oneChanged(history, (line, at) => withWord(`also${'abcdef'[at]}`)(line)),
      [history],
    ],
    ['short sums with wrong options and a word more', oneChanged(doubling, withWord('genau')), [doubling]],
    ['a fifth of the words in synonyms', biologyInOtherWords, [biology]],
    ['tasks and options in another order', [...biology].reverse().map(shuffledOptions), [biology]],
    ['as short answers instead of a choice', biology.map(asText), [biology]],
    ['two units in one', [...biology, ...history].map(withWord('nun')), [biology, history]],
    ['half of a unit', biology.slice(0, 3).map(withWord('heute')), [biology]],
    [
      'half of a unit among as many of their own',
      [...biology.slice(2, 5), ...ownGeography].map(withWord('denn')),
      [biology],
    ],
    [
      'a whole unit among twice as many of their own',
      [...biology, ...ownGeography, ...history].map(withWord('wohl')),
      [biology],
    ],
    [
      'some of several units',
      [...biology.slice(0, 2), ...history.slice(3, 5), ...ownGeography],
      [biology, history],
    ],
    [
      'one of three options left out, and a word more',
      history.map((line) => withWord('bitte')(line.replace(/ ~[^~}]*\}/, '}'))),
      [history],
    ],
    [
      'capitals, signs and bold',
      biology.map((line) => `[html]<b>${line.toUpperCase().replace('?', ' ... ?')}`.replace(/\{/, '</b>{')),
      [biology],
    ],
    [
      'a reading text with questions cut out of it',
      [
        'Die Biene fliegt von Blüte zu Blüte und sammelt dort mit ihrem Rüssel den süßen Nektar, den sie im Stock an andere Arbeiterinnen weitergibt. Daraus entsteht nach vielen Tagen, in denen Wasser verdunstet, der fertige Honig. Was sammelt die kleine Biene? {=Nektar}',
      ],
      [
        [
          'Die Biene fliegt von Blüte zu Blüte und sammelt dort mit ihrem Rüssel den süßen Nektar, den sie im Stock an andere Arbeiterinnen weitergibt. Daraus entsteht nach vielen Tagen, in denen Wasser verdunstet, der fertige Honig. Was sammelt die Biene? {=Nektar ~Pollen ~Wachs}',
        ],
      ],
    ],
  ]
  test.each(caught)('%s', (_how, mine, theirs) => {
    expect(isRefused(mine, ...theirs)).toBe(true)
  })
})

const words =
  'Hund dog,Katze cat,Maus mouse,Pferd horse,Kuh cow,Schwein pig,Schaf sheep,Ziege goat,Huhn chicken,Ente duck,Gans goose,Fisch fish,Vogel bird,Hase rabbit,Esel donkey,Biene bee,Frosch frog,Bär bear,Wolf wolf,Fuchs fox'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string])
const inTwenty: readonly [number, number][] = [
  [3, 4],
  [5, 2],
  [8, 7],
  [6, 6],
  [9, 4],
  [2, 8],
  [7, 5],
  [1, 9],
]

describe('what two teachers thought of by themselves is nobody’s copy', () => {
  const passing: [string, readonly string[], readonly string[]][] = [
    [
      '3 + 4 = ?',
      inTwenty.map(([a, b]) => `${a} + ${b} \\= ? {=${a + b}}`),
      inTwenty.map(([a, b]) => `${a} + ${b} \\= ? {=${a + b}}`),
    ],
    [
      'sums with the same words',
      inTwenty.map(([a, b]) => `Wie viel ist ${a} + ${b}? {=${a + b}}`),
      inTwenty.map(([a, b]) => `Wie viel ist ${a} + ${b}? {=${a + b}}`),
    ],
    [
      'the same table of seven',
      inTwenty.map((_, n) => `Wie viel ist ${n + 1} mal 7? {=${(n + 1) * 7} ~${(n + 1) * 7 + 1}}`),
      inTwenty.map((_, n) => `Wie viel ist ${n + 1} mal 7? {=${(n + 1) * 7} ~${(n + 1) * 7 - 7}}`),
    ],
    [
      'the same twenty words',
      words.map(([de, en]) => `${de} {=${en}}`),
      words.map(([de, en]) => `${de} {=${en}}`),
    ],
    [
      'the same twenty words in the same question',
      words.map(([de, en]) => `Wie heißt „${de}“ auf Englisch? {=${en}}`),
      words.map(([de, en]) => `Wie heißt „${de}“ auf Englisch? {=${en}}`),
    ],
    [
      'the same twenty words, each to choose from others of them',
      words.map(
        ([de, en], at) =>
          `Was heißt ${de}? {=${en} ~${words[(at + 3) % 20]?.[1]} ~${words[(at + 7) % 20]?.[1]}}`,
      ),
      words.map(
        ([de, en], at) =>
          `Was heißt ${de}? {=${en} ~${words[(at + 5) % 20]?.[1]} ~${words[(at + 11) % 20]?.[1]}}`,
      ),
    ],
    [
      'capitals of the same countries',
      [
        'Frankreich Paris',
        'Spanien Madrid',
        'Italien Rom',
        'Polen Warschau',
        'Portugal Lissabon',
        'Schweden Stockholm',
      ].map((pair) => {
        const [land, city] = pair.split(' ')
        return `Was ist die Hauptstadt von ${land}? {=${city}}`
      }),
      [
        'Frankreich Paris',
        'Spanien Madrid',
        'Italien Rom',
        'Polen Warschau',
        'Portugal Lissabon',
        'Schweden Stockholm',
      ].map((pair) => {
        const [land, city] = pair.split(' ')
        return `Was ist die Hauptstadt von ${land}? {=${city}}`
      }),
    ],
    [
      'the same lesson on the body, each in their own words',
      biology,
      [
        'Welches Organ reinigt das Blut von Giftstoffen und stellt Harn her? {=Niere ~Herz ~Magen}',
        'Was machen Pflanzen mit Sonnenlicht, Wasser und Kohlenstoffdioxid? {=Fotosynthese ~Verdauung ~Vermehrung}',
        'Wie heißt das Kraftwerk der Zelle? {=Mitochondrium ~Zellkern ~Chloroplast}',
        'Welche Gefäße führen vom Herzen weg? {=Arterien ~Venen ~Kapillaren}',
        'Was befördert Sauerstoff im Blut? {=Hämoglobin ~Insulin ~Adrenalin}',
        'Wo wird Stärke zuerst gespalten? {=Mund ~Magen ~Dünndarm}',
      ],
    ],
    [
      'the same years',
      history,
      [
        'Wann war die Französische Revolution? {=1789 ~1806 ~1871}',
        'Wann wurde Karl der Große Kaiser? {=800 ~919 ~1077}',
        'Mit welchem Vertrag endete der Erste Weltkrieg für Deutschland? {=Versailles ~Münster ~Maastricht}',
        'Wer erfand in Mainz den Buchdruck? {=Gutenberg ~Luther ~Kepler}',
        'Wohin flohen viele Iren vor dem Hunger? {=USA ~Indien ~Russland}',
        'Wo saß die Bundesregierung vor Berlin? {=Bonn ~Köln ~Mainz}',
      ],
    ],
    [
      'one task of a book everybody has, among their own',
      [biology[1] ?? '', ...ownGeography, ...history.slice(0, 3)],
      biology,
    ],
    [
      'the same pattern on other things',
      ['Donau', 'Elbe', 'Weser', 'Mosel', 'Neckar', 'Isar'].map(
        (river, at) =>
          `In welches Gewässer mündet der Fluss ${river} am Ende seines Laufs? {=${['Schwarzes Meer', 'Nordsee', 'Nordsee', 'Rhein', 'Rhein', 'Donau'][at]}}`,
      ),
      ['Seine', 'Themse', 'Tajo', 'Po', 'Wolga', 'Newa'].map(
        (river, at) =>
          `In welches Gewässer mündet der Fluss ${river} am Ende seines Laufs? {=${['Ärmelkanal', 'Nordsee', 'Atlantik', 'Adria', 'Kaspisches Meer', 'Ostsee'][at]}}`,
      ),
    ],
    [
      'the same verbs',
      [
        'go went gone',
        'see saw seen',
        'take took taken',
        'eat ate eaten',
        'write wrote written',
        'speak spoke spoken',
      ].map((row) => {
        const [a, b, c] = row.split(' ')
        return `Write the past simple and the participle of "${a}". {=${b} ${c}}`
      }),
      [
        'go went gone',
        'see saw seen',
        'take took taken',
        'eat ate eaten',
        'write wrote written',
        'speak spoke spoken',
      ].map((row) => {
        const [a, b, c] = row.split(' ')
        return `${a} – past simple, past participle {=${b}, ${c}}`
      }),
    ],
  ]
  test.each(passing)('%s', (_what, mine, theirs) => {
    expect([isRefused(mine, theirs), isRefused(theirs, mine)]).toEqual([false, false])
  })
})

test('a person sees a copy by somebody who bought nothing, with how much of it is one', () => {
  expect(likeForDesk(sketched(biology.map(withWord('eigentlich'))), sketched(biology))).toBe(1)
  expect(likeForDesk(sketched([...biology, ...history]), sketched(biology))).toBeCloseTo(0.5, 1)
  expect(likeForDesk(sketched(history), sketched(biology))).toBe(0)
})
