import { escapeHtml } from '../../../rules/escape.ts'
import type { Exchange } from '../../element-type.ts'
import { giftEscaped, giftWords, htmlOfGift, wordsOfGift } from '../../formats/gift-text.ts'
import { at, htmlAt, listAt, thingAt, wordsAt } from '../../formats/h5p-content.ts'
import { promptOf, wordsIn } from '../../formats/moodle-text.ts'
import { childrenOf, textElement, textIn, xml } from '../../formats/xml.ts'
import { textOfHtml } from '../../rich-text.ts'
import type { Match } from './match.ts'
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
    match: (question) => {
      const all = childrenOf(question, 'subquestion').map((node) => {
        const left = textIn({ name: '', attributes: {}, children: [node] }, 'subquestion')
        return [textOfHtml(left).replace(/\n/g, ' '), wordsIn(node, 'answer')] as const
      })
      const others = all.filter(([left]) => left === '').map(([, right]) => right)
      return {
        prompt: promptOf(question),
        data: matchOf(
          all.filter(([left]) => left !== ''),
          others,
        ),
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
  moodleOut: (data) => {
    if (isManyToMany(data)) return undefined
    const all = [...rowsOf(data), ...othersOf(data).map((text) => ['', text])]
    const written = all.map(([left = '', right = '']) =>
      xml(
        'subquestion',
        { format: 'html' },
        `<text>${escapeHtml(escapeHtml(left))}</text>`,
        textElement('answer', escapeHtml(right)),
      ),
    )
    return { type: 'match', xml: ['<shuffleanswers>true</shuffleanswers>', ...written].join('\n') }
  },
}
