import { cleanHtml } from '../text/clean-html.ts'
import { htmlOfText } from '../text/rich-text.ts'
import { type Caption, shownCaptions } from './caption-times.ts'
import { readCaptions, writeCaptions } from './captions.ts'

/** Before what is heard in all of a video, as its teacher wrote it: a note, which no player shows. */
const noteSign = 'NOTE ♪ '

/**
 * What is heard in a video, as WebVTT. `transcript`: the HTML it was made of, kept in a note of one line (JSON, in
 * which no `-->` ends it), so that it comes back as it was.
 */
export function captionsFile(captions: readonly Caption[], transcript = ''): string {
  const encoded = JSON.stringify(transcript).replaceAll('>', '\\u003e')
  const note = transcript === '' ? '' : `${noteSign}${encoded}\n\n`
  const cues = shownCaptions(captions).map(
    ({ at, until, text }) => `${clock(at)} --> ${clock(until)}\n${text.replaceAll('-->', '→')}`,
  )
  return `WEBVTT\n\n${note}${cues.join('\n\n')}\n`
}

function clock(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}

/** The HTML of what is heard in a video, of a file of captions: what a file of ours keeps of it, else its lines with their times. */
export function transcriptIn(text: string): string {
  const [line = ''] = /^NOTE ♪ "[^\n]*"$/m.exec(text) ?? []
  return noteTranscript(line.slice(noteSign.length)) ?? htmlOfText(writeCaptions(readCaptions(text)))
}

function noteTranscript(note: string): string | undefined {
  try {
    const html: unknown = JSON.parse(note)
    return typeof html === 'string' ? cleanHtml(html) : undefined
  } catch {
    return undefined
  }
}
