import { createElement, Fragment, type ReactNode } from 'react'
import { assetAddress } from '#exercises/model/media/assets.ts'
import { decodeEntities } from '#platform/rules/text/decode-entities.ts'

interface Props {
  /** Cleaned by the server: every element of it is allowed and closed. */
  html: string
  /** What stands where `{{g1}}` is. */
  fill?: (gap: string) => ReactNode
}

interface Open {
  name: string
  props: Record<string, string>
  children: ReactNode[]
}

const attributes: Readonly<Record<string, string>> = {
  href: 'href',
  rel: 'rel',
  lang: 'lang',
  xmlns: 'xmlns',
  display: 'display',
  colspan: 'colSpan',
  rowspan: 'rowSpan',
}
const pieces = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z]+="[^"]*")*)\s*\/?>|\{\{(g\d{1,3})\}\}/g

/** HTML of a teacher as elements of the page, with something put where its gaps are. */
export function RichText({ html, fill }: Props) {
  const stack: Open[] = [{ name: '', props: {}, children: [] }]
  let from = 0
  const top = () => stack.at(-1) as Open
  const add = (node: ReactNode) => top().children.push(node)
  const close = () => {
    const done = stack.pop() as Open
    add(createElement(done.name, done.props, ...done.children))
  }
  for (const found of html.matchAll(pieces)) {
    const [whole, slash, name = '', written = '', gap] = found
    if (found.index > from) add(decodeEntities(html.slice(from, found.index)))
    from = found.index + whole.length
    if (gap !== undefined) add(fill ? createElement(Fragment, { key: gap }, fill(gap)) : null)
    else if (slash) {
      if (stack.length > 1) close()
    } else if (name === 'br') add(createElement('br'))
    else if (name === 'img') add(pictureOf(written))
    else stack.push({ name, props: propsOf(written), children: [] })
  }
  add(decodeEntities(html.slice(from)))
  while (stack.length > 1) close()
  return createElement(Fragment, undefined, ...top().children)
}

/** A picture between words. */
function pictureOf(written: string): ReactNode {
  const said = (name: string) => decodeEntities(new RegExp(`\\s${name}="([^"]*)"`).exec(written)?.[1] ?? '')
  const shown = { alt: said('alt'), loading: 'lazy', decoding: 'async' } as const
  return createElement('img', { src: assetAddress(said('asset')), ...shown })
}

function propsOf(written: string): Record<string, string> {
  return Object.fromEntries(
    [...written.matchAll(/\s([a-z]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) => {
      const prop = attributes[name]
      return prop ? [[prop, decodeEntities(value)]] : []
    }),
  )
}
