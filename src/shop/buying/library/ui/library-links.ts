import { prepareToArrange } from './folders/arrange.ts'

/**
 * What a click in the library means: the link to another part of it, if it is one to be opened here. One to a menu or form of folders
 * says that somebody is about to arrange.
 */
export function linkOf(event: MouseEvent, library: string): HTMLAnchorElement | undefined {
  const { target } = event
  if (!(target instanceof Element) || event.defaultPrevented) return undefined
  if (target.closest('summary')) prepareToArrange()
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = isPlain ? target.closest('a') : null
  // Reviews and notes of one material have a page of their own.
  if (link?.pathname !== library || /[?&](material|review)=/.test(link.search)) return undefined
  return link
}
