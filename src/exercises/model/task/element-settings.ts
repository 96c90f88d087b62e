import { z } from 'zod'
import { isStorable } from '#platform/rules/contract/text.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { isOfKind, kindOfFile, mediaKinds } from '../media/element-media.ts'
import { anyWordsSchema, htmlSchema, wordsSchema } from './data-schemas.ts'
import { type ElementSettings, quizWorths } from './typed-settings.ts'

const { bands, hints, taskSeconds, tags, tagLength } = interactiveLimits
const shareSchema = z.number().int().min(0).max(100)

const bandSchema = z
  .object({ from: shareSchema, to: shareSchema, text: wordsSchema })
  .refine(({ from, to }) => from <= to)

/** Without the signs that formats keep tags apart with. */
const tagSchema = z
  .string()
  .max(200)
  .refine(isStorable)
  .transform((tag) => tagOf(tag))

/** Seconds; 0: as long as it takes. */
export const timeLimitSchema = z.number().int().min(0).max(taskSeconds)

/** Its kind is told by its name where nobody says it. */
const mediaSchema = z
  .object({
    asset: z.string().regex(/^unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.(webp|mp3|ogg|wav|m4a|mp4|webm)$/),
    kind: z.enum(mediaKinds).optional(),
    alt: anyWordsSchema,
    transcript: htmlSchema.default(''),
  })
  .transform(({ kind, ...media }) => ({ ...media, kind: kind ?? kindOfFile(media.asset) }))
  .refine(isOfKind)

export const quizWorthSchema = z.enum(quizWorths)

/** Settings of a task with what is usual where an older one says nothing. */
export const elementSettings = {
  partial: anyWordsSchema,
  bands: z.array(bandSchema).max(bands).default([]),
  hints: z.array(wordsSchema).max(hints).default([]),
  timeLimit: timeLimitSchema.default(0),
  isRequired: z.boolean().default(false),
  tags: z
    .array(tagSchema)
    .max(100)
    .transform((all) => [...new Set(all)].filter((tag) => tag !== ''))
    .refine((all) => all.length <= tags && all.every((tag) => tag.length <= tagLength))
    .default([]),
  quizPoints: quizWorthSchema.default('normal'),
  media: mediaSchema.optional(),
}

function tagOf(text: string): string {
  return text
    .replace(/[,;[\]<>`]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Settings as an import found them, cut to what a task may have. */
export function fittedSettings(found: Partial<ElementSettings>): ElementSettings {
  const cut = (text: string) => truncate(text.trim(), interactiveLimits.lineLength).trim()
  const inBounds = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value) || 0))
  const media = mediaSchema.safeParse(found.media).data
  return {
    partial: cut(found.partial ?? ''),
    bands: (found.bands ?? [])
      .map(({ from, to, text }) => ({ from: inBounds(from, 100), to: inBounds(to, 100), text: cut(text) }))
      .filter(({ from, to, text }) => from <= to && text !== '')
      .slice(0, bands),
    hints: (found.hints ?? []).map(cut).filter(Boolean).slice(0, hints),
    timeLimit: inBounds(found.timeLimit ?? 0, taskSeconds),
    isRequired: found.isRequired ?? false,
    tags: [...new Set((found.tags ?? []).map((tag) => truncate(tagOf(tag), tagLength).trim()))]
      .filter(Boolean)
      .slice(0, tags),
    quizPoints: quizWorthSchema.safeParse(found.quizPoints).data ?? 'normal',
    ...(media && { media }),
  }
}
