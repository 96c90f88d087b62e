/**
 * What no eye should have to find on a page, as `<kind>: "<text>" in <element>`: text under another element, outside of the
 * screen or cut by an ellipsis, a word wider than its box, a picture that did not come, a target of less than 44 px. Runs in
 * the page. Each text is scrolled into the middle, so that bars that stick do not count.
 */
export function layoutProblems(): string[] {
  const found = new Set<string>()
  const nameOf = (element: Element) => `${element.tagName.toLowerCase()}.${element.classList[0] ?? ''}`
  const tell = (kind: string, element: Element, text: string) =>
    found.add(`${kind}: "${text.trim().slice(0, 60)}" in ${nameOf(element)}`)
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const lineage = (element: Element | null): Element[] =>
    element === null ? [] : [element, ...lineage(element.parentElement)]
  const some = (element: Element, test: (style: CSSStyleDeclaration) => boolean) =>
    lineage(element).some((each) => test(getComputedStyle(each)))
  const scrolls = (element: Element) => some(element, ({ overflowX }) => /auto|scroll/.test(overflowX))
  const floats = (element: Element) => some(element, ({ position }) => /fixed|sticky/.test(position))
  const isWithin = (box: DOMRect, x: number, y: number) =>
    x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
  const isClipped = (element: Element, x: number, y: number) =>
    lineage(element).some((each) => {
      const { overflow, clipPath } = getComputedStyle(each)
      return (overflow !== 'visible' || clipPath !== 'none') && !isWithin(each.getBoundingClientRect(), x, y)
    })
  /** A link that is stretched over its card covers words without painting over them. */
  const paints = (element: Element, x: number, y: number) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    const isClear = /^(transparent|.*[, /]0\))$/.test(backgroundColor)
    if (
      element.matches('img,svg,video,canvas,input,textarea,select') ||
      backgroundImage !== 'none' ||
      !isClear
    )
      return true
    const own = document.createRange()
    own.selectNodeContents(element)
    return !isClipped(element, x, y) && [...own.getClientRects()].some((box) => isWithin(box, x, y))
  }
  const skipped = 'script,style,noscript,select,[aria-hidden="true"],.hide-visually,dialog:not([open])'

  function lookAtPlaces(element: Element, range: Range, text: string): void {
    for (const box of range.getClientRects()) {
      if (box.width < 4 || box.height < 4) continue
      const y = box.top + box.height / 2
      for (const x of [box.left + 2, box.left + box.width / 2, box.right - 2]) {
        if (isClipped(element, x, y)) continue
        if (x < 0 || x >= innerWidth) {
          if (!scrolls(element)) tell('outside', element, text)
          continue
        }
        const top = document.elementFromPoint(x, y)
        if (!top || top.contains(element) || element.contains(top) || floats(top) || !paints(top, x, y))
          continue
        tell(`under ${nameOf(top)}`, element, text)
        break
      }
    }
  }

  function lookAtWords(element: Element, range: Range, text: string): void {
    const { textOverflow } = getComputedStyle(element)
    if (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
      tell('cut by an ellipsis', element, text)
    if (range.getClientRects().length < 2 || element.clientWidth === 0) return
    const [longest = ''] = text.split(/[\s\u00ad-]+/).toSorted((a, b) => b.length - a.length)
    const probe = document.createElement('span')
    probe.style.cssText = 'position:absolute;visibility:hidden;white-space:nowrap'
    probe.textContent = longest
    element.append(probe)
    const isWider = probe.getBoundingClientRect().width > element.getBoundingClientRect().width + 2
    probe.remove()
    if (longest.length > 4 && isWider) tell('a word wider than its box', element, text)
  }

  function lookAtTarget(target: Element): void {
    const style = getComputedStyle(target)
    // A link in a sentence is as high as its line (WCAG 2.5.8); a field that is seen through its label has the label's
    // size, a link that is stretched over its card the card's.
    const isSeen = isShown(target) && !target.closest(skipped) && style.clipPath === 'none'
    const isStretched = getComputedStyle(target, '::after').position === 'absolute'
    if (!isSeen || isStretched || style.display === 'inline') return
    const seen = target.matches('[type=checkbox],[type=radio]') ? (target.closest('label') ?? target) : target
    const { width, height } = seen.getBoundingClientRect()
    const isWords = target.matches('a') && target.textContent?.trim() !== ''
    if (width > 1 && (height < 43.5 || (width < 43.5 && !isWords)))
      tell(`a target of ${Math.round(width)} x ${Math.round(height)}`, target, target.textContent ?? '')
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    const text = node.textContent ?? ''
    if (!text.trim() || !element || !isShown(element) || element.closest(skipped)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    // What only screen readers get is as small as it can be.
    if (range.getBoundingClientRect().width < 2 || getComputedStyle(element).clipPath !== 'none') continue
    if (!scrolls(element)) element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    lookAtPlaces(element, range, text)
    lookAtWords(element, range, text)
  }
  for (const image of document.images)
    if (isShown(image) && image.loading !== 'lazy' && image.complete && image.naturalWidth === 0)
      tell('no picture', image, image.alt || image.src)
  const targets = 'button,summary,select,textarea,input:not([type=hidden]),a[href]'
  for (const target of document.querySelectorAll(targets)) lookAtTarget(target)
  return [...found]
}
