/*
 * What comes out of Word, Google Docs and web pages, before the editor reads it: lists that are only painted, headings a step
 * too high, addresses behind a detour. What the editor has no block for it leaves out itself.
 */

const sign = '[data-style*="mso-list:Ignore"],[data-style*="mso-list: Ignore"]'
const away = `script,style,meta,link,title,xml,iframe,object,embed,form,svg,img,picture,video,audio,base,${sign}`

/** HTML of the clipboard as plain headings, lists, tables and words. */
export function cleanPasted(html: string): string {
  const page = new DOMParser().parseFromString(unstyled(html), 'text/html')
  const body = page.body
  wordLists(body)
  for (const element of body.querySelectorAll(away)) element.remove()
  // Google Docs puts all of it into one bold that is not bold.
  for (const wrap of body.querySelectorAll('b[id^="docs-internal-guid"]'))
    wrap.replaceWith(...wrap.childNodes)
  namePaint(body)
  nestLists(body)
  lowerHeadings(body)
  headRows(body)
  for (const link of body.querySelectorAll('a')) straighten(link)
  for (const paragraph of body.querySelectorAll('p')) if (!hasWords(paragraph)) paragraph.remove()
  return body.innerHTML
}

/** The policy of our pages complains of styles even in a page that is only read. */
function unstyled(html: string): string {
  return html
    .replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='))
}

/** What is only painted bold or slanted is so in words. */
function namePaint(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('span[data-style]')) {
    const style = element.dataset.style ?? ''
    const names = [
      ...(/font-weight:\s*(?:bold|[6-9]00)/.test(style) ? ['b'] : []),
      ...(/font-style:\s*italic/.test(style) ? ['i'] : []),
    ]
    for (const name of names) {
      const inner = body.ownerDocument.createElement(name)
      inner.append(...element.childNodes)
      element.append(inner)
    }
  }
}

function hasWords(element: Element): boolean {
  return (element.textContent ?? '').trim() !== ''
}

interface Item {
  /** Word's own number of the list. */
  list: string | undefined
  level: number
  isNumbered: boolean
  element: HTMLElement
}

/** Word writes items as paragraphs that begin with their sign. */
function wordLists(body: HTMLElement): void {
  const items: Item[] = []
  const finish = () => {
    if (items.length > 0) items[0]?.element.before(listOf(body, items))
    for (const { element } of items) element.remove()
    items.length = 0
  }
  for (const element of [...body.querySelectorAll<HTMLElement>('p,h1,h2,h3,h4,table,ul,ol')]) {
    const [, list, level] = /mso-list:\s*l(\d+)\s+level(\d)/.exec(element.dataset.style ?? '') ?? []
    if (element.tagName !== 'P' || level === undefined) {
      finish()
      continue
    }
    if (items.length > 0 && items[0]?.list !== list) finish()
    const painted = element.querySelector(sign)
    items.push({
      list,
      level: Number(level),
      isNumbered: /^\s*[\da-z]{1,4}[.)]/i.test(painted?.textContent ?? ''),
      element,
    })
    painted?.remove()
  }
  finish()
}

function listOf(body: HTMLElement, items: readonly Item[]): HTMLElement {
  const page = body.ownerDocument
  const open: { list: HTMLElement; level: number }[] = []
  const make = ({ isNumbered }: Item) => page.createElement(isNumbered ? 'ol' : 'ul')
  for (const item of items) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > item.level) open.pop()
    const last = open.at(-1)
    if (last === undefined || last.level < item.level) {
      const list = make(item)
      last?.list.lastElementChild?.append(list)
      open.push({ list, level: item.level })
    }
    const line = page.createElement('li')
    line.append(...item.element.childNodes)
    open.at(-1)?.list.append(line)
  }
  return open[0]?.list ?? page.createElement('ul')
}

/** A list right inside of a list belongs to the item before it. */
function nestLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const before = list.previousElementSibling
    if (before?.tagName === 'LI') before.append(list)
  }
}

/** The title of a page is no part of its text: headings begin with the second. */
function lowerHeadings(body: HTMLElement): void {
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1')
  const step = body.querySelector('h1') ? 1 : 0
  for (const heading of [...body.querySelectorAll('h1,h2,h3,h4,h5,h6')]) {
    const level = Math.min(4, Math.max(2, Number(heading.tagName[1]) + step))
    const fresh = rename(heading, `h${level}`)
    for (const bold of fresh.querySelectorAll('b,strong')) bold.replaceWith(...bold.childNodes)
  }
}

/** A table in Markdown has a row of headings, and no cell over two. */
function headRows(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    const first = table.querySelector('tr')
    for (const cell of [...(first?.querySelectorAll('td') ?? [])]) rename(cell, 'th')
    for (const cell of table.querySelectorAll('td,th')) {
      cell.removeAttribute('colspan')
      cell.removeAttribute('rowspan')
    }
  }
}

function rename(element: Element, name: string): Element {
  const fresh = element.ownerDocument.createElement(name)
  fresh.append(...element.childNodes)
  element.replaceWith(fresh)
  return fresh
}

function straighten(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? ''
  const detour = URL.canParse(href) ? new URL(href) : undefined
  const goal =
    detour?.hostname === 'www.google.com' && detour.pathname === '/url' ? detour.searchParams.get('q') : null
  if (goal) link.setAttribute('href', goal)
  if (!/^(https?:|mailto:|tel:|route:|article:|material:|author:|\/)/i.test(goal ?? href))
    link.replaceWith(...link.childNodes)
}
