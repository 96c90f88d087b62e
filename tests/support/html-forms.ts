/** A form of a page, as a browser without JavaScript would send it. */
export interface HtmlForm {
  /** Path and query it is sent to. */
  action: string
  method: 'get' | 'post'
  isMultipart: boolean
  fields: readonly HtmlField[]
}

export interface HtmlField {
  name: string
  /** 'hidden', 'text', 'select', 'textarea', 'submit', ... */
  type: string
  value: string
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The forms of a page that answered at `address`, read from its HTML. */
export function formsOf(html: string, address: string): HtmlForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis)].map(([, head = '', inner = '']) => {
    const target = new URL(attribute(head, 'action') ?? address, `http://here${address}`)
    return {
      action: target.pathname + target.search,
      method: attribute(head, 'method')?.toLowerCase() === 'post' ? 'post' : 'get',
      isMultipart: attribute(head, 'enctype') === 'multipart/form-data',
      fields: fieldsOf(inner),
    }
  })
}

function fieldsOf(html: string): HtmlField[] {
  const tags = html.matchAll(/<(input|select|textarea|button)\b([^>]*)>/gi)
  return [...tags].flatMap(([, tag = '', attributes = '']) => {
    const name = attribute(attributes, 'name')
    if (!name) return []
    const kind = tag.toLowerCase()
    const type = kind === 'input' ? (attribute(attributes, 'type') ?? 'text') : kind
    return [{ name, type: kind === 'button' ? 'submit' : type, value: attribute(attributes, 'value') ?? '' }]
  })
}
