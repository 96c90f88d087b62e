import { inks, paper, pathOf, pens, type Stroke } from '#exercises/model/media/strokes.ts'

const svgName = 'http://www.w3.org/2000/svg'

function svg(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(svgName, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

/** Paper that takes the focus, above a picture where there is one; `hint`: the id of how it is used. */
export function sheetOf(picture: string, { label, hint }: { label: string; hint: string }) {
  const sheet = svg('svg', {
    ...{ class: 'drawing__paper drawing__paper--open', viewBox: `0 0 ${paper.width} ${paper.height}` },
    ...{ tabindex: '0', role: 'application', 'aria-describedby': hint, 'aria-label': label },
  }) as SVGSVGElement
  const lines = svg('g', {})
  const pen = svg('circle', { class: 'drawing__pen', r: '12' })
  if (picture)
    sheet.append(svg('image', { href: picture, width: `${paper.width}`, height: `${paper.height}` }))
  sheet.append(lines, pen)
  return { sheet, lines, pen }
}

/** A line as it is seen. */
export function pathFor(stroke: Stroke): SVGElement {
  const looks = `drawing__stroke drawing__stroke--${inks[stroke.ink]} drawing__stroke--${pens[stroke.pen]}`
  return svg('path', { class: looks, d: pathOf(stroke) })
}

/** A tool that is pressed. */
export function button(label: string, run: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = 'button button--small'
  element.textContent = label
  element.addEventListener('click', run)
  return element
}

/** Inks and pens, of each of which one is chosen: changes `chosen` when another one is. */
export function choicesOf(
  chosen: { ink: number; pen: number },
  say: (name: string) => string,
): HTMLElement[] {
  return [choices('ink', inks, say('drawInk')), choices('pen', pens, say('drawPen'))]

  function choices(kind: 'ink' | 'pen', names: readonly string[], label: string): HTMLElement {
    const group = document.createElement('div')
    group.className = 'drawing__choices'
    group.setAttribute('role', 'group')
    group.setAttribute('aria-label', label)
    const all = names.map((name, at) =>
      button(say(name), () => {
        chosen[kind] = at
        for (const [each, one] of all.entries()) one.setAttribute('aria-pressed', String(each === at))
      }),
    )
    for (const [at, one] of all.entries()) {
      one.setAttribute('aria-pressed', String(at === chosen[kind]))
      if (kind === 'ink') one.classList.add(`drawing__ink--${names[at]}`)
    }
    group.append(...all)
    return group
  }
}
