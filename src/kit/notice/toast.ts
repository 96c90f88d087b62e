export interface ToastParts {
  kind: 'info' | 'error'
  text: string
  action?: { label: string; run: () => void }
  close: { label: string; run: () => void }
}

/** One toast as an element; where it goes is up to the caller. */
export function drawToast({ kind, text, action, close }: ToastParts): HTMLElement {
  const element = document.createElement('div')
  element.className = `toast toast--${kind}`
  const words = document.createElement('p')
  words.className = 'toast__text'
  words.textContent = text
  element.append(words)
  if (action) element.append(makeButton(action.label, 'button button--plain toast__action', action.run))
  const closing = makeButton('×', 'toast__close', close.run)
  closing.setAttribute('aria-label', close.label)
  element.append(closing)
  return element
}

function makeButton(label: string, className: string, run: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = className
  button.textContent = label
  button.onclick = run
  return button
}
