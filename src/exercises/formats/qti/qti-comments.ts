import { type Comments, commentsOfBands } from '#exercises/model/comments.ts'
import { childrenOf, type XmlNode } from '#platform/rules/text/xml.ts'
import type { Band } from '../typed-settings.ts'

/** Names of what is said to answers, in files of ours and of others. */
const names = {
  right: /^(general_)?(correct|right)(_?fb|feedback)?$/i,
  partial: /^partial/i,
  wrong: /^(general_)?(incorrect|wrong)(_?fb|feedback)?$/i,
  band: /^band-(\d{1,3})-(\d{1,3})$/,
}

/** What an item says to answers; `isCut`: it says more than there is a place for. */
export function commentsOfItem(
  item: XmlNode,
  wordsOf: (node: XmlNode) => string,
): { comments: Comments; isCut: boolean } {
  const found = { right: '', partial: '', wrong: '', bands: [] as Band[] }
  let isCut = false
  for (const node of childrenOf(item, 'modalFeedback')) {
    const [said, name] = [wordsOf(node), node.attributes.identifier ?? '']
    const [, from, to] = names.band.exec(name) ?? []
    const place = (['right', 'partial', 'wrong'] as const).find((each) => names[each].test(name))
    if (said === '') continue
    if (from !== undefined) found.bands.push({ from: Number(from), to: Number(to), text: said })
    else if (place && found[place] === '') found[place] = said
    else isCut = true
  }
  const { bands, ...said } = found
  const some = commentsOfBands(bands)
  const isPlain = [said.right, said.partial, said.wrong].every((each) => each === '')
  return { comments: isPlain ? some : { ...said, bands }, isCut }
}
