/** A path on the author's machine or network; web addresses are none. */
const place =
  /^\s*(?:(?:file|smb|afp|nfs|content):|[a-z](?::|%3a)(?:[\\/]|%5c|%2f)|\\\\[\w.$-]+\\|(?:(?:\.\.[\\/])+|\/)(?:(?:Users|home|Volumes)[\\/]|(?:private\/var|var\/mobile|storage\/emulated)\/)|~\/)/i
/** Of a Mac before its paths had slashes, as Word for Mac still writes them: "Macintosh HD:Users:name:Bild.png". */
const oldPlace =
  /^[^:\\/\n]{1,60}:(?:Users:|(?:[^:\\/\s][^:\\/\n]{0,60}:)+[^:\\/\n]+\.(?:png|jpe?g|gif|tiff?|bmp|pi?ct|eps|[ew]mf|svg|pdf|docx?|dot[xm]?|xlsx?|pptx?|mov|mp[34]|m4a|wav|aiff?|html?|txt)$)/i
/** Shorter ones would be found in words that are no names. */
const shortestName = 4
const seams = /^[\s:,;.|/·–—-]+|[\s:,;|/·–—-]+$/g

/** Whether a whole text is the path of a file on somebody's machine: it names its user, school or folders. */
export function namesFolders(text: string): boolean {
  return place.test(text) || oldPlace.test(text)
}

/** What is left of such a path: the name of the file; '' for a folder. */
export function withoutFolders(path: string): string {
  const parts = place.test(path) ? path.split(/[\\/]|%5c|%2f/i) : path.split(/[\\/:]/)
  return parts.at(-1)?.trim() ?? ''
}

/** The words of a field (`INCLUDEPICTURE "C:\\Users\\…"`) without the folders in it; one that goes on elsewhere loses its path. */
export function withoutFoldersIn(words: string): string {
  return words.replace(/"([^"]*)("|$)|[^\s"]+/g, (token, quoted: string | undefined, end: string) => {
    const path = quoted ?? token
    if (!namesFolders(path)) return token
    if (quoted === undefined) return withoutFolders(path)
    return `"${end === '"' ? withoutFolders(path) : ''}${end}`
  })
}

const ofUsers = /^\s*(?:user ?id|uid|user ?name|password|pwd|workstation ?id|dsn|default ?dir)\s*=/i

/** How a workbook finds a database (`Data Source=C:\…;User ID=…`), without folders and accounts. */
export function withoutAccount(connection: string): string {
  return connection
    .split(';')
    .filter((part) => !ofUsers.test(part))
    .map((part) => {
      const at = part.indexOf('=') + 1
      const value = part.slice(at).replace(/^"|"$/g, '')
      return namesFolders(value) ? `${part.slice(0, at)}${withoutFolders(value)}` : part
    })
    .join(';')
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
