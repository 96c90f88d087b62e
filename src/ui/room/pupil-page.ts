/** Whether a part is there and seen. */
export function isShown(part: HTMLElement | null | undefined): boolean {
  return part != null && !part.hidden
}

/** Which step a page shows, by the name of what it shows: `running-2-...`. */
export function stepOf(view: string): string | undefined {
  return view.split('-')[1]
}

/** What the device keeps for the page; undefined: nothing. */
export function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
