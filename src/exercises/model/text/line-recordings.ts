import type { EditorField } from '../task/element-type.ts'
import { readLines, writeLine } from './lines.ts'
import { readThing, splitSound, writeSound } from './option-content.ts'

type HeardField = Pick<EditorField, 'heard' | 'soundPart'>

/** Where a recording can go in a list that was typed: `<line>-<part>`, with the words it belongs to. */
export function recordingSlots(
  { heard, soundPart }: HeardField,
  typed: string,
): { id: string; name: string }[] {
  return readLines(typed).flatMap(({ parts }, line) => {
    const named = (words: string, part: number) => ({
      id: `${line}-${part}`,
      name: `${line + 1}. ${readThing(words).text}`,
    })
    if (soundPart !== undefined) return [named(parts[0] ?? '', soundPart)]
    return parts.slice(0, heard ?? 0).flatMap((words, part) => (words === '' ? [] : [named(words, part)]))
  })
}

/** The list with a recording at one of its places; the same where there is no such place. */
export function withSoundAt(field: HeardField, typed: string, place: string, sound: string): string {
  if (!recordingSlots(field, typed).some(({ id }) => id === place)) return typed
  const [line, part] = place.split('-').map(Number)
  const lines = readLines(typed).map(({ parts, isMarked }, at) => {
    if (at !== line) return writeLine(parts, isMarked)
    const all = Array.from({ length: Math.max(parts.length, (part ?? 0) + 1) }, (_, n) => parts[n] ?? '')
    const heard = (words: string) =>
      field.soundPart === undefined ? writeSound(sound, splitSound(words).words) : sound
    return writeLine(
      all.map((words, n) => (n === part ? heard(words) : words)),
      isMarked,
    )
  })
  return lines.join('\n')
}
