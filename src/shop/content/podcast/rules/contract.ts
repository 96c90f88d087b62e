import { z } from 'zod'

/** Kinds of recordings that are taken, by what their bytes say. */
export const soundTypes = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
} as const
export type SoundEnding = keyof typeof soundTypes

/** Kinds of transcripts: with times, or words alone. */
export const transcriptTypes = { vtt: 'text/vtt', txt: 'text/plain' } as const

export const maxTranscriptBytes = 1024 * 1024

/** What podcast apps play at about the same volume (LUFS); a recording within it is not too quiet and not too loud. */
export const wantedLoudness = { from: -20, to: -14 } as const

export const soundSchema = z.object({
  /** Below the site's address. */
  path: z.string(),
  seconds: z.number().int(),
  bytes: z.number().int(),
  /** LUFS (EBU R 128); null: not measured yet, or of a kind that is not measured. */
  loudness: z.number().nullable(),
})
export type Sound = z.output<typeof soundSchema>

export const downloadsSchema = z.object({
  total: z.number().int(),
  days: z.array(z.object({ day: z.string(), downloads: z.number().int() })),
})
export type Downloads = z.output<typeof downloadsSchema>
