import { giftEscaped, giftWords, htmlOfGift, wordsOfGift } from '#exercises/formats/gift/gift-text.ts'
import { at, htmlAt, listAt, thingAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import { thingsOf } from '#exercises/formats/moodle/moodle-files.ts'
import { matchQuestion } from '#exercises/formats/moodle/moodle-pairs.ts'
import { promptOf, wordsIn } from '#exercises/formats/moodle/moodle-text.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import { childrenOf } from '#platform/rules/text/xml.ts'
import type { Match } from './data.ts'
import { isManyToMany, matchOf, othersOf, rowsOf } from './pairs.ts'

export const matchExchange: Exchange<Match> = {
  giftIn: (question) => {
    if (question.type !== 'Matching') return undefined
    const pairs = question.matchPairs.map(
      ({ subquestion, subanswer }) => [wordsOfGift(subquestion), subanswer] as const,
    )
    const others = pairs.filter(([left]) => left === '').map(([, right]) => right)
    return {
      prompt: htmlOfGift(question.stem),
      data: matchOf(
        pairs.filter(([left]) => left !== ''),
        others,
      ),
    }
  },
  giftOut: (data) => {
    // There and in Moodle a thing has one partner.
    if (isManyToMany(data)) return undefined
    const all = [...rowsOf(data), ...othersOf(data).map((text) => ['', text])]
    // An arrow inside of a text would be read as the one between both.
    const plain = (text: string) => text.replaceAll('->', '→')
    return all
      .map(([left = '', right = '']) => `\t=${giftWords(plain(left))} -> ${giftEscaped(plain(right))}`)
      .join('\n')
  },
  moodleIn: {
    match: (question, files) => {
      const things = thingsOf(question, 'subquestion', files)
      const all = childrenOf(question, 'subquestion').map(
        (node, at) => [things[at]?.thing ?? '', wordsIn(node, 'answer')] as const,
      )
      const lost = things.find((each) => each.lost)?.lost
      const others = all.filter(([left]) => left === '').map(([, right]) => right)
      return {
        prompt: promptOf(question),
        data: matchOf(
          all.filter(([left]) => left !== ''),
          others,
        ),
        ...(lost && { simplified: lost }),
      }
    },
  },
  h5pIn: {
    'H5P.ImagePair': ({ params, files }) => {
      const pairs = listAt(params, 'cards').map((card) => {
        const alt = wordsAt(card, 'imageAlt')
        const left = thingAt(files, at(card, 'image'), alt)
        return [left, thingAt(files, at(card, 'match'), wordsAt(card, 'matchAlt') || alt) || left] as const
      })
      return {
        prompt: htmlAt(params, 'taskDescription'),
        data: matchOf(pairs.filter(([left]) => left !== '')),
        ...(!pairs.flat().every((thing) => thing.includes('](unit/')) && { simplified: 'pictures' as const }),
      }
    },
  },
  moodleOut: (data, packed) => {
    if (isManyToMany(data)) return undefined
    const pairs = rowsOf(data).map(([left = '', right = '']) => [left, right] as const)
    return matchQuestion(pairs, othersOf(data), packed)
  },
}
