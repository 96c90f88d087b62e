/** A place on the machine or in the network of whoever made a file; addresses of the web are none. */
const place = /^\s*(?:file:|[a-z]:[\\/]|\\\\[\w.$-]+\\|\/(?:Users|home|Volumes)\/|~\/)/i
/** Shorter ones would be found in words that are no names. */
const shortestName = 4
const seams = /^[\s:,;.|/·–—-]+|[\s:,;|/·–—-]+$/g

/** Whether a whole text is the path of a file on somebody's machine: it names its user, school or folders. */
export function namesFolders(text: string): boolean {
  return place.test(text)
}

/** What is left of such a path: the name of the file; '' for a folder. */
export function withoutFolders(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).trim()
}

/** A title or subject without the names that stand in a file as those of its authors, and without folders. */
export function withoutNames(text: string, names: Iterable<string>): string {
  let left = namesFolders(text) ? withoutFolders(text) : text
  for (const name of names) {
    const known = name.trim()
    if (known.length >= shortestName && left.includes(known))
      left = left.replaceAll(known, '').replace(seams, '')
  }
  return left
}
