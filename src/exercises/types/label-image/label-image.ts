import { elementType, idAt, part, verdict } from '#exercises/model/task/element-type.ts'
import { centre, readBox, writeBox } from '#exercises/model/task/shape.ts'
import { pictureIn, tick, ticked } from '#exercises/model/task/typed-values.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { mixed } from '#platform/rules/random.ts'
import { type LabelImage, schema } from './data.ts'
import { labelImageExchange } from './exchange.ts'
import { labelImageOutgoing } from './outgoing.ts'

/** Where each thing belongs: its name and the numbers of the places that take it. */
const targets = ({ zones, items }: LabelImage) =>
  items.map(({ id, text }) => ({
    id,
    text,
    zones: zones.filter(({ accepts }) => accepts.includes(id)).map((zone) => zone.id),
  }))

/** How many parts there are: things with a place, or, where each place holds one, places that can be filled at once. */
function worthOf(data: LabelImage): number {
  if (data.isSingle) return onePerZone(data).size
  return targets(data).filter(({ zones }) => zones.length > 0).length
}

/** As many places as possible with a thing of their own each, by the place. */
function onePerZone({ zones }: LabelImage): Map<string, string> {
  const zoneOf = new Map<string, LabelImage['zones'][number]>()
  const isPut = (zone: LabelImage['zones'][number], tried: Set<string>): boolean =>
    zone.accepts.some((item) => {
      if (tried.has(item)) return false
      tried.add(item)
      const there = zoneOf.get(item)
      if (there && !isPut(there, tried)) return false
      zoneOf.set(item, zone)
      return true
    })
  for (const zone of zones) isPut(zone, new Set())
  return new Map([...zoneOf].map(([item, { id }]) => [id, item]))
}

export const labelImage = elementType<LabelImage, Record<string, string[]>>({
  type: 'label_image',
  place: 130,
  kind: 'scored',
  schema,
  parts: (data) => worthOf(data),
  view: ({ picture, zones, items, isSingle }, random) => [
    {
      kind: 'picture',
      picture,
      marks: zones.map(({ box }, at) => ({ text: String(at + 1), ...centre(box) })),
    },
    {
      kind: 'rows',
      rows: mixed(items, random).map(({ id, text }) => ({ name: id, text })),
      options: zones.map(({ id }, at) => ({ value: id, text: String(at + 1) })),
      isBank: true,
      ...(isSingle && { isOnce: true as const }),
    },
  ],
  read: ({ zones, items, isSingle }, answers) =>
    Object.fromEntries(
      zones.map((zone) => [
        zone.id,
        items
          .filter(({ id }) => answers[id]?.[0] === zone.id)
          .slice(0, isSingle ? 1 : undefined)
          .map(({ id }) => id),
      ]),
    ),
  score: (data, response) => {
    const zoneOf = (item: string) => Object.entries(response).find(([, items]) => items.includes(item))?.[0]
    const all = targets(data)
    const parts = all
      .filter(({ zones }) => zones.length > 0)
      .map(({ id, zones }) => part(id, zones.includes(zoneOf(id) ?? '')))
    const wrong = all.filter(
      ({ id, zones }) => zoneOf(id) !== undefined && !zones.includes(zoneOf(id) ?? ''),
    ).length
    if (!data.isSingle) return verdict(parts, data.hasPenalty ? wrong : 0)
    const hits = parts.filter(({ isRight }) => isRight).length
    const scaled = (hits - (data.hasPenalty ? wrong : 0)) / worthOf(data)
    return { scaled: Math.min(1, Math.max(0, scaled)), parts }
  },
  key: (data) => {
    if (data.isSingle) {
      const held = onePerZone(data)
      return Object.fromEntries(data.zones.map(({ id }) => [id, held.has(id) ? [held.get(id) ?? ''] : []]))
    }
    const first = targets(data).flatMap(({ id, zones: [zone] }) => (zone ? [{ id, zone }] : []))
    return Object.fromEntries(
      data.zones.map((zone) => [zone.id, first.filter((each) => each.zone === zone.id).map(({ id }) => id)]),
    )
  },
  solution: (data) =>
    data.zones.map(
      ({ accepts }, at) =>
        `${at + 1}: ${data.items
          .filter(({ id }) => accepts.includes(id))
          .map(({ text }) => text)
          .join(' / ')}`,
    ),
  editor: [
    { name: 'picture', kind: 'picture' },
    { name: 'zones', kind: 'lines' },
    { name: 'hasPenalty', kind: 'check' },
    { name: 'isSingle', kind: 'check' },
  ],
  typed: ({ picture, zones, items, hasPenalty, isSingle }) => {
    const used = new Set(zones.flatMap(({ accepts }) => accepts))
    const textOf = (id: string) => items.find((item) => item.id === id)?.text
    return {
      picture: picture.asset,
      alt: picture.alt,
      zones: [
        ...zones.map(({ box, accepts }) => writeLine([writeBox(box), ...accepts.map(textOf)])),
        ...items.filter(({ id }) => !used.has(id)).map(({ text }) => writeLine(['', text])),
      ].join('\n'),
      hasPenalty: tick(hasPenalty),
      isSingle: tick(isSingle),
    }
  },
  fromTyped: (typed) => {
    const lines = readLines(typed.zones ?? '').map(({ parts: [box = '', ...texts] }) => ({
      box,
      texts: texts.filter((text) => text !== ''),
    }))
    const items = [...new Set(lines.flatMap(({ texts }) => texts))].map((text, at) => ({
      id: `i${idAt(at)}`,
      text,
    }))
    return {
      picture: pictureIn(typed),
      zones: lines
        .filter(({ box }) => box !== '')
        .map(({ box, texts }, at) => ({
          id: idAt(at),
          box: readBox(box),
          accepts: items.filter(({ text }) => texts.includes(text)).map(({ id }) => id),
        })),
      items,
      hasPenalty: ticked(typed, 'hasPenalty'),
      isSingle: ticked(typed, 'isSingle'),
    }
  },
  gaps: ({ picture: { asset, alt } }) => [
    ...(asset === '' ? ['picture'] : []),
    ...(alt === '' ? ['alt'] : []),
  ],
  exchange: labelImageExchange,
  outgoing: labelImageOutgoing,
})
