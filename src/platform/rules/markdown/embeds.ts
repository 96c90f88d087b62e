import type { Nodes, Paragraph } from 'mdast'
import { wordsOf } from './tree.ts'

/*
 * What stands in an article beside its words: `![what is to be seen](picture:12)` and `[Title](material:7)`, each alone in its
 * paragraph. In the stored HTML they are places without an address, which are filled when somebody reads: addresses of
 * pictures are signed, and what a material costs changes.
 */

export const embedKinds = ['picture', 'material'] as const
export type EmbedKind = (typeof embedKinds)[number]

const places = { picture: 'figure', material: 'aside' } as const
const address = /^(picture|material):([1-9]\d{0,14})$/
const place = /<(figure|aside) data-(picture|material)="(\d{1,15})">([^<]*)<\/\1>/g

/** One place in an article. `words`: the alternative text, or the title; escaped as text, not for an attribute. */
export interface Embed {
  kind: EmbedKind
  id: number
  words: string
}

/** The place a paragraph is that holds nothing else; undefined: an ordinary paragraph. */
export function embedOf({ children }: Paragraph): Paragraph | undefined {
  const [only, ...others] = children
  if (only === undefined || others.length > 0 || (only.type !== 'image' && only.type !== 'link'))
    return undefined
  const [, kind, id] = address.exec(only.url) ?? []
  if (kind === undefined || id === undefined || (kind === 'picture') !== (only.type === 'image'))
    return undefined
  const value = only.type === 'image' ? (only.alt ?? '') : wordsOf(only)
  return {
    type: 'paragraph',
    data: {
      hName: places[kind as EmbedKind],
      hProperties: { [kind === 'picture' ? 'dataPicture' : 'dataMaterial']: id },
    },
    children: [{ type: 'text', value: value.replace(/\s+/g, ' ').trim() }],
  }
}

/** Whether a node of a member's tree is a place. */
export function isEmbed(node: Nodes): boolean {
  return node.data?.hName !== undefined
}

/** The places in HTML that `renderMarkdown` wrote. */
export function embedsIn(html: string): Embed[] {
  return [...html.matchAll(place)].map(([, , kind, id, words]) => embed(kind, id, words))
}

/** Fills each place with HTML; what `show` does not know leaves no trace. */
export function fillEmbeds(html: string, show: (embed: Embed) => string | undefined): string {
  return html.replace(place, (_all, _tag, kind, id, words) => show(embed(kind, id, words)) ?? '')
}

function embed(kind: string | undefined, id: string | undefined, words = ''): Embed {
  return { kind: kind as EmbedKind, id: Number(id), words }
}
