/** What is said from a moment on. */
export interface Cue {
  /** Undefined: a transcript without times. */
  startSeconds: number | undefined
  text: string
}

const time = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,]\d{3}[ \t]+-->/
const mostCues = 20_000

/** Reads WebVTT (W3C); undefined: it is none, or says nothing. Marks of voices and looks are left out, a voice is named. */
export function readVtt(source: string): Cue[] | undefined {
  const text = source.replace(/^\u{feff}/u, '').replaceAll(/\r\n?/g, '\n')
  if (!/^WEBVTT(?:[ \t].*)?(?:\n|$)/.test(text)) return undefined
  const cues: Cue[] = []
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => time.test(line))
    if (at < 0 || at > 1) continue
    const [, hours = '0', minutes = '0', seconds = '0'] = time.exec(lines[at] ?? '') ?? []
    const words = plain(lines.slice(at + 1).join(' '))
    if (words === '') continue
    cues.push({ startSeconds: 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds), text: words })
    if (cues.length === mostCues) break
  }
  return cues.length === 0 ? undefined : cues
}

/** A transcript without times: its paragraphs; undefined: it says nothing, or is no text. */
export function readWords(source: string): Cue[] | undefined {
  if (source.includes('\0') || source.includes('\u{fffd}')) return undefined
  const cues = source
    .replace(/^\u{feff}/u, '')
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .slice(0, mostCues)
    .map((text) => ({ startSeconds: undefined, text }))
  return cues.length === 0 ? undefined : cues
}

function plain(words: string): string {
  return words
    .replaceAll(/<v(?:\.[\w.-]*)?[ \t]+([^<>]{1,80})>/g, '$1: ')
    .replaceAll(/<[^<>]{0,200}>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', '\u{a0}')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** `1:05`, or `1:02:05` from an hour on. */
export function clockOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [hours = 0, minutes = 0, rest = 0] = parts
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
